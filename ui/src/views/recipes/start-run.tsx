import { useState } from 'react';
import type { RecipeView } from '../../api/shapes.ts';
import { useChange } from '../../api/use-change.ts';
import { goTo, toHref } from '../../app/use-place.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import { listVariables } from './list-variables.ts';

export interface StartRunProps {
  readonly recipe: RecipeView;
  readonly onClose: () => void;
}

/** Starts a run of a recipe, with values for its variables; they may be secret, so no draft keeps them. */
export function StartRun({ recipe, onClose }: StartRunProps) {
  const [maxPages, setMaxPages] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const start = useChange('POST /recipes/{id}/runs', ['GET /runs', 'GET /overview']);
  const submit = () => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    start.mutate(
      {
        parameters: { id: recipe.id },
        body: {
          variables: given,
          ...(maxPages === '' ? {} : { maxPages: Number(maxPages) }),
        },
      },
      {
        onSuccess: (run) => {
          goTo(toHref(`/runs/${run.id}`));
        },
      },
    );
  };
  return (
    <Dialog title="Run this recipe" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className="soft">Credits are charged by page once the run has completed.</p>
        {listVariables(recipe.document).map(({ name, isSecret }) => (
          <TextField
            key={name}
            label={`Variable ${name}`}
            hint={isSecret ? undefined : 'Empty: the default of the recipe.'}
            type={isSecret ? 'password' : 'text'}
            autoComplete="off"
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <TextField
          label="Most pages"
          hint="Empty: as many as the plan allows."
          type="number"
          min={1}
          value={maxPages}
          onChange={setMaxPages}
        />
        {start.error !== null && <FailureNotice error={start.error} />}
        <div className="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={start.isPending}>
            Start the run
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
