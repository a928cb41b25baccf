import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { callStudio } from '../client/call-studio.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { listExtractSteps } from '../steps/list-extract-steps.ts';

/** Writes the table into the recipe: behind its steps, or in the place of a table that is there. */
export function KeepTable() {
  const studio = useStudio();
  const { draft } = useView();
  const [act, isBusy] = useAct();
  const [at, setAt] = useState('');
  const steps = draft?.document === undefined ? [] : listExtractSteps(draft.document);
  const place = steps.find(({ path }) => path === at)?.path;
  const keep = async (): Promise<void> => {
    const body = place === undefined ? {} : { at: place };
    await studio.changeDraft(() => callStudio('POST /session/table/keep', { body }));
    await studio.forgetTable();
  };
  return (
    <div className="row">
      {steps.length > 0 && (
        <select
          className="input input-narrow"
          aria-label="Where the table goes"
          value={place ?? ''}
          onChange={({ target }) => setAt(target.value)}
        >
          <option value="">as the last step</option>
          {steps.map(({ path, number }) => (
            <option key={path} value={path}>
              {`instead of step ${number}`}
            </option>
          ))}
        </select>
      )}
      <Button look="primary" isBusy={isBusy} onClick={() => act(keep)}>
        Keep the table
      </Button>
    </div>
  );
}
