import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { useAct, useStudio } from '../client/studio-context.ts';
import type { Asked } from '../client/studio-view.ts';

const titles = { trial: 'Values for the trial', pages: 'Values to reach the list' };

/** Asks for the values that a trial, or the search for further pages, needs; they stay in this page until it is left. */
export function AskValues({ asked }: { readonly asked: Asked }) {
  const studio = useStudio();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [act, isBusy] = useAct();
  return (
    <Dialog title={titles[asked.for]} onClose={() => studio.giveValues(undefined)}>
      <form
        className="stack"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          act(async () => studio.giveValues(values));
        }}
      >
        <p className="soft">
          The recipe has no value for these. They are used for trials as long as this page is open,
          and kept nowhere.
        </p>
        {asked.variables.map(({ name, isSecret }) => (
          <TextField
            key={name}
            label={name}
            type={isSecret ? 'password' : 'text'}
            autoComplete="off"
            required
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <div className="actions">
          <Button onClick={() => void studio.giveValues(undefined)}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            Go on
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
