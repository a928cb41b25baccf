import { Button } from '../../components/controls/button.tsx';
import { DataTable } from '../../components/data/data-table.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { callStudio } from '../client/call-studio.ts';
import { listOpen } from '../client/create-trial-starter.ts';
import type { TrialResult } from '../client/shapes.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { listTrialSteps } from './list-trial-steps.ts';
import { TrialStep } from './trial-step.tsx';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const states = {
  completed: 'The trial came to its end',
  failed: 'The trial failed',
  stopped: 'The trial was stopped',
};

const ends = {
  no_pagination: 'the recipe reads one page',
  no_next: 'there was no next page',
  next_disabled: 'the way on was disabled',
  same_page: 'the next page was the same',
  no_new_items: 'the next page brought nothing new',
  empty_page: 'the next page was empty',
  until_met: 'the element that ends it was there',
  no_change: 'the page did not change',
  page_error: 'the next page answered with an error',
  dialog_opened: 'the page opened a dialog',
  max_pages: 'a trial reads no more pages',
  stopped: 'it was stopped',
};

const howFound = {
  first: 'was found as recorded',
  alternative: 'was found by another of its selectors',
  likeness: 'was recognised by its likeness',
  nothing: 'was not found',
};

/** The trial of the recipe: its steps with pictures and counts as they come, its rows, drift and warnings. */
export function TrialPanel() {
  const studio = useStudio();
  const { trial, draft } = useView();
  const [act, isBusy] = useAct();
  const hasOpen = listOpen(draft).length > 0;
  const hasSteps = (draft?.document?.steps ?? []).length > 0;
  if (trial === undefined) {
    return (
      <Empty title="Try it">
        <p>
          The whole recipe runs on the live site, up to 3 pages, free of charge: each step with a
          picture, what each selector finds, and the rows.
        </p>
        {hasSteps && (
          <div className="actions">
            <Button look="primary" isBusy={isBusy} onClick={() => act(() => studio.tryRecipe({}))}>
              Try it
            </Button>
            <Button
              isBusy={isBusy}
              onClick={() => act(() => studio.tryRecipe({ stepByStep: true }))}
            >
              Step by step
            </Button>
          </div>
        )}
      </Empty>
    );
  }
  const steps = listTrialSteps(trial);
  const isRunning = trial.state === 'running';
  const isWaiting = isRunning && steps.some(({ state }) => state === 'waiting');
  const rows = trial.events.flatMap((event) => (event.event === 'rows' ? event.items : []));
  const total = draft?.document?.steps.length ?? steps.length;
  const done = steps.filter(({ path, state }) => /^\/steps\/\d+$/.test(path) && isOver(state));
  return (
    <div className="stack">
      <div className="row">
        <strong role="status">
          {isRunning
            ? `Trying: ${done.length} of ${total} steps done`
            : states[trial.result?.status ?? 'stopped']}
        </strong>
        {isWaiting && (
          <Button look="primary" onClick={() => act(() => callStudio('POST /trial/next'))}>
            Next step
          </Button>
        )}
        {isRunning ? (
          <Button onClick={() => act(() => callStudio('DELETE /trial'))}>Stop</Button>
        ) : (
          <>
            <Button isBusy={isBusy} onClick={() => act(() => studio.tryRecipe({}))}>
              Try it again
            </Button>
            {hasOpen && (
              <Button look="quiet" onClick={studio.askAgain}>
                With other values
              </Button>
            )}
            <Button
              isBusy={isBusy}
              look="quiet"
              onClick={() => act(() => studio.tryRecipe({ stepByStep: true }))}
            >
              Step by step
            </Button>
          </>
        )}
      </div>
      {isRunning && !isWaiting && <div className="progress" aria-hidden="true" />}
      {trial.error !== undefined && (
        <p className="notice notice-bad" role="alert">
          {trial.error}
        </p>
      )}
      {trial.result?.failure !== undefined && (
        <p className="notice notice-bad" role="alert">
          {trial.result.failure.message}
        </p>
      )}
      <ol className="trial-steps" aria-label="Steps of the trial">
        {steps.map((step) => (
          <TrialStep key={step.path} step={step} document={draft?.document} />
        ))}
      </ol>
      {rows.length > 0 && (
        <div className="stack stack-tight">
          <h3>{toRowCount(rows.length)}</h3>
          <DataTable label="Rows of the trial" rows={rows} />
        </div>
      )}
      {trial.result !== undefined && <Outcome result={trial.result} />}
    </div>
  );
}

function isOver(state: string): boolean {
  return state !== 'waiting' && state !== 'running';
}

/** Drift with its parts, warnings and time. */
function Outcome({ result }: { readonly result: TrialResult }) {
  const { drift, warnings, durationMs, pages, end } = result;
  const parts = drift?.parts.filter(({ servedBy, uses }) => uses > 0 && servedBy !== 'first') ?? [];
  return (
    <section className="stack stack-tight" aria-label="Outcome">
      <Facts
        facts={[
          ['Drift', drift === undefined ? undefined : describeDrift(drift.drift, drift.mode)],
          ['Pages', pages.length === 0 ? undefined : formatNumber(pages.length)],
          ['Ended because', end === undefined ? undefined : ends[end]],
          ['Time', `${(durationMs / 1_000).toFixed(1)} s`],
        ]}
      />
      {(drift?.explanations.length ?? 0) > 0 && (
        <ul className="plain-list">
          {drift?.explanations.map((explanation) => (
            <li key={explanation}>{explanation}</li>
          ))}
        </ul>
      )}
      {parts.length > 0 && (
        <ul className="plain-list">
          {parts.map(({ path, servedBy, likeness, changed }) => (
            <li key={path}>
              <code>{path}</code> {howFound[servedBy]}
              {servedBy === 'likeness' && ` (${Math.round(likeness * 100)} % alike)`}
              {changed.length > 0 && ` ${describeChanges(changed)}`}
            </li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <div className="notice notice-warning">
          <strong>Warnings</strong>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function toRowCount(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

function describeDrift(drift: number, mode: string): string {
  return drift === 0 ? 'none' : `${drift.toFixed(2)}${mode === 'healed' ? ', healed' : ''}`;
}

function describeChanges(changed: readonly string[]): string {
  return `; changed: ${list.format(changed)}`;
}
