import type { Run as RunData } from '../../api/shapes.ts';
import { useChange } from '../../api/use-change.ts';
import type { ViewProps } from '../../app/find-view.ts';
import { toHref } from '../../app/use-place.ts';
import { ConfirmButton } from '../../components/controls/confirm-button.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { RecipeLink } from '../../components/runs/recipe-link.tsx';
import { RunBadge } from '../../components/runs/run-badge.tsx';
import { Section } from '../../components/layout/section.tsx';
import { StudioLink } from '../../components/controls/studio-link.tsx';
import { RunResult } from './run-result.tsx';
import { useLiveRun } from './use-live-run.ts';

/** One run: while it goes on its progress, then what it collected or why it failed. */
export function Run({ parameters: [id = ''] }: ViewProps) {
  const { query, isLost } = useLiveRun(id);
  const cancel = useChange('POST /runs/{id}/cancel', ['GET /runs/{id}', 'GET /runs']);
  const isOpen = query.data?.status === 'queued' || query.data?.status === 'running';
  return (
    <>
      <PageHeader title={`Run ${id}`} parent={{ href: toHref('/runs'), label: 'Runs' }}>
        {needsRepair(query.data) && (
          <StudioLink recipe={query.data.recipeId} isRepair>
            Repair the recipe
          </StudioLink>
        )}
        {isOpen && (
          <ConfirmButton
            label="Cancel the run"
            look="danger"
            title="Cancel the run"
            action="Cancel the run"
            onConfirm={() => cancel.mutateAsync({ parameters: { id } })}
          >
            <p>The run stops and costs nothing; what it has collected is lost.</p>
          </ConfirmButton>
        )}
      </PageHeader>
      <Loaded query={query}>
        {(run) => (
          <div className="stack stack-wide">
            {isOpen && <Progress run={run} isLost={isLost} />}
            {run.error !== undefined && (
              <div className="notice notice-bad">
                <p>{run.error}</p>
              </div>
            )}
            <div className="card">
              <Facts facts={listFacts(run)} />
            </div>
            {run.result !== undefined && <RunResult id={run.id} result={run.result} />}
            <a href={toHref('/webhooks', { run: run.id })}>Webhook deliveries of this run</a>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Whether the page has moved away from the recipe: an element had to be found again, or the run failed on it. */
function needsRepair(run: RunData | undefined): run is RunData {
  return run?.status === 'failed' || (run?.result?.drift ?? 0) > 0;
}

function Progress({ run, isLost }: { readonly run: RunData; readonly isLost: boolean }) {
  const { pagesExtracted, effectiveCap, maxPages = effectiveCap, itemsExtracted } = run;
  return (
    <Section title="Running">
      <div className="progress" />
      <p role="status">
        {`${formatNumber(pagesExtracted)} of at most ${formatNumber(Math.min(maxPages, effectiveCap))} pages read, ${formatNumber(itemsExtracted)} items so far`}
      </p>
      {isLost && <p className="notice notice-warning">Live progress broke off.</p>}
    </Section>
  );
}

function listFacts(run: RunData): Parameters<typeof Facts>[0]['facts'] {
  const { result, startedAtMs, completedAtMs } = run;
  const mode =
    result?.mode === 'healed' ? 'Healed: some elements had to be found again' : 'As recorded';
  return [
    ['State', <RunBadge key="status" status={run.status} />],
    ['Recipe', <RecipeLink key="recipe" id={run.recipeId} />],
    ['Created', <Moment key="created" at={run.createdAtMs} />],
    ['Ended', completedAtMs && <Moment key="ended" at={completedAtMs} />],
    [
      'Took',
      startedAtMs && completedAtMs && `${formatNumber((completedAtMs - startedAtMs) / 1_000)} s`,
    ],
    ['Pages', formatNumber(run.pagesExtracted)],
    ['Items', formatNumber(run.itemsExtracted)],
    ['Credits', formatNumber(run.creditsUsed)],
    ['Cut short', run.clampedByCredits ? 'Yes, by the credits that were left' : undefined],
    ['Mode', result && mode],
    ['Drift', result && `${formatNumber(result.drift * 100)} %`],
  ];
}
