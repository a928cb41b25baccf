import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { callStudio } from '../client/call-studio.ts';
import type { DraftEdit, StepDocument } from '../client/shapes.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { EditStep } from './edit-step.tsx';
import { ImportRecipe } from './import-recipe.tsx';
import { StepList } from './step-list.tsx';
import { Variables } from './variables.tsx';

/** The recipe as sentences, each of which can be moved, edited, tried and removed. */
export function StepsPanel() {
  const studio = useStudio();
  const { draft } = useView();
  const [act, isBusy] = useAct();
  const [edited, setEdited] = useState<{ readonly path: string; readonly step: StepDocument }>();
  const [isImporting, setImporting] = useState(false);
  const { document, variables = [] } = draft ?? {};
  const edit = (...edits: readonly DraftEdit[]): Promise<void> =>
    studio.changeDraft(() => {
      const revision = studio.getView().draft?.revision;
      const body = { edits, ...(revision === undefined ? {} : { revision }) };
      return callStudio('POST /draft/edits', { body });
    });
  return (
    <section className="steps" aria-labelledby="steps-title">
      <div className="section-head">
        <h2 id="steps-title">Steps</h2>
        <div className="row">
          <Button
            look="quiet"
            disabled={draft?.canUndo !== true}
            isBusy={isBusy}
            onClick={() => act(() => studio.changeDraft(() => callStudio('POST /draft/undo')))}
          >
            Undo
          </Button>
          <Button
            look="quiet"
            disabled={draft?.canRedo !== true}
            isBusy={isBusy}
            onClick={() => act(() => studio.changeDraft(() => callStudio('POST /draft/redo')))}
          >
            Redo
          </Button>
          <Button look="quiet" onClick={() => setImporting(true)}>
            Import
          </Button>
        </div>
      </div>
      {document === undefined || document.steps.length === 0 ? (
        <Empty title="No steps yet">
          <p>
            They come from what you do in the page while it records, from the table that you keep,
            or from a recording of Chrome.
          </p>
        </Empty>
      ) : (
        <>
          <StepList
            steps={document.steps}
            path="/steps"
            prefix=""
            variables={variables}
            onEdit={(...edits) => act(() => edit(...edits))}
            onOpen={(path, step) => setEdited({ path, step })}
            onRunTo={(until) => act(() => studio.tryRecipe({ until }))}
          />
          <Variables variables={variables} onEdit={(...edits) => act(() => edit(...edits))} />
        </>
      )}
      {edited !== undefined && (
        <EditStep
          path={edited.path}
          step={edited.step}
          onClose={() => setEdited(undefined)}
          onSave={(step) => edit({ edit: 'replace_step', path: edited.path, step })}
        />
      )}
      {isImporting && <ImportRecipe onClose={() => setImporting(false)} />}
    </section>
  );
}
