import { Button } from '../../components/controls/button.tsx';
import { DataTable } from '../../components/data/data-table.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { studioTexts } from '../../texts/studio-en.ts';
import { callStudio } from '../client/call-studio.ts';
import { listOpen } from '../client/create-trial-starter.ts';
import type { TrialResult } from '../client/shapes.ts';
import { useAct, useStudio, useView } from '../client/studio-context.ts';
import { listTrialSteps } from './list-trial-steps.ts';
import { TrialStep } from './trial-step.tsx';

const t = studioTexts.trial;

/** The trial of the recipe: its steps with pictures and counts as they come, its rows, drift and warnings. */
export function TrialPanel() {
  const studio = useStudio();
  const { trial, draft } = useView();
  const [act, isBusy] = useAct();
  const hasOpen = listOpen(draft).length > 0;
  const hasSteps = (draft?.document?.steps ?? []).length > 0;
  if (trial === undefined) {
    return (
      <Empty title={t.emptyTitle}>
        <p>{t.emptyLead}</p>
        {hasSteps && (
          <div className="actions">
            <Button look="primary" isBusy={isBusy} onClick={() => act(() => studio.tryRecipe({}))}>
              {t.start}
            </Button>
            <Button
              isBusy={isBusy}
              onClick={() => act(() => studio.tryRecipe({ stepByStep: true }))}
            >
              {t.stepByStep}
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
          {isRunning ? t.running(done.length, total) : t.states[trial.result?.status ?? 'stopped']}
        </strong>
        {isWaiting && (
          <Button look="primary" onClick={() => act(() => callStudio('POST /trial/next'))}>
            {t.next}
          </Button>
        )}
        {isRunning ? (
          <Button onClick={() => act(() => callStudio('DELETE /trial'))}>{t.stop}</Button>
        ) : (
          <>
            <Button isBusy={isBusy} onClick={() => act(() => studio.tryRecipe({}))}>
              {t.again}
            </Button>
            {hasOpen && (
              <Button look="quiet" onClick={studio.askAgain}>
                {t.otherValues}
              </Button>
            )}
            <Button
              isBusy={isBusy}
              look="quiet"
              onClick={() => act(() => studio.tryRecipe({ stepByStep: true }))}
            >
              {t.stepByStep}
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
      <ol className="trial-steps" aria-label={t.steps}>
        {steps.map((step) => (
          <TrialStep key={step.path} step={step} document={draft?.document} />
        ))}
      </ol>
      {rows.length > 0 && (
        <div className="stack stack-tight">
          <h3>{t.rowCount(rows.length)}</h3>
          <DataTable label={t.rows} rows={rows} />
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
    <section className="stack stack-tight" aria-label={t.outcome}>
      <Facts
        facts={[
          [t.drift, drift === undefined ? undefined : t.driftOf(drift.drift, drift.mode)],
          [t.pages, pages.length === 0 ? undefined : formatNumber(pages.length)],
          [t.end, end === undefined ? undefined : t.ends[end]],
          [t.time, t.seconds(durationMs)],
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
              <code>{path}</code> {t.servedBy[servedBy]}
              {servedBy === 'likeness' && ` ${t.likeness(likeness)}`}
              {changed.length > 0 && ` ${t.changedParts(changed)}`}
            </li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <div className="notice notice-warning">
          <strong>{t.warnings}</strong>
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
