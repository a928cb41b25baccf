import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { texts } from '../../texts/en.ts';
import { studioTexts } from '../../texts/studio-en.ts';
import { useAct, useStudio } from '../client/studio-context.ts';
import type { Asked } from '../client/studio-view.ts';

const t = studioTexts.values;

/** Asks for the values that a trial, or the search for further pages, needs; they stay in this page until it is left. */
export function AskValues({ asked }: { readonly asked: Asked }) {
  const studio = useStudio();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [act, isBusy] = useAct();
  return (
    <Dialog title={t.title[asked.for]} onClose={() => studio.giveValues(undefined)}>
      <form
        className="stack"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          act(async () => studio.giveValues(values));
        }}
      >
        <p className="soft">{t.lead}</p>
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
          <Button onClick={() => void studio.giveValues(undefined)}>{texts.common.cancel}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {t.go}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
