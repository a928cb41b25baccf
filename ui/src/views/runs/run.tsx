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
import { RunBadge } from '../../components/runs/run-badge.tsx';
import { Section } from '../../components/layout/section.tsx';
import { StudioLink } from '../../components/controls/studio-link.tsx';
import { texts } from '../../texts/en.ts';
import { RunResult } from './run-result.tsx';
import { useLiveRun } from './use-live-run.ts';

const t = texts.runs;

/** One run: while it goes on its progress, then what it collected or why it failed. */
export function Run({ parameters: [id = ''] }: ViewProps) {
  const { query, isLost } = useLiveRun(id);
  const cancel = useChange('POST /runs/{id}/cancel', ['GET /runs/{id}', 'GET /runs']);
  const isOpen = query.data?.status === 'queued' || query.data?.status === 'running';
  return (
    <>
      <PageHeader title={t.one(id)} parent={{ href: toHref('/runs'), label: t.title }}>
        {needsRepair(query.data) && (
          <StudioLink recipe={query.data.recipeId} isRepair>
            {t.repair}
          </StudioLink>
        )}
        {isOpen && (
          <ConfirmButton
            label={t.cancel}
            look="danger"
            title={t.cancel}
            action={t.cancel}
            onConfirm={() => cancel.mutateAsync({ parameters: { id } })}
          >
            <p>{t.cancelLead}</p>
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
            <a href={toHref('/webhooks', { run: run.id })}>{t.toDeliveries}</a>
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
    <Section title={t.goingOn}>
      <div className="progress" />
      <p role="status">
        {t.progress(
          formatNumber(pagesExtracted),
          formatNumber(Math.min(maxPages, effectiveCap)),
          formatNumber(itemsExtracted),
        )}
      </p>
      {isLost && <p className="notice notice-warning">{t.lost}</p>}
    </Section>
  );
}

function listFacts(run: RunData): Parameters<typeof Facts>[0]['facts'] {
  const { result, startedAtMs, completedAtMs } = run;
  const mode = result?.mode === 'healed' ? t.modes.healed : t.modes.replay;
  return [
    [t.facts.status, <RunBadge key="status" status={run.status} />],
    [
      t.facts.recipe,
      <a key="recipe" className="mono" href={toHref(`/recipes/${run.recipeId}`)}>
        {run.recipeId}
      </a>,
    ],
    [t.facts.created, <Moment key="created" at={run.createdAtMs} />],
    [t.facts.ended, completedAtMs && <Moment key="ended" at={completedAtMs} />],
    [
      t.facts.took,
      startedAtMs && completedAtMs && `${formatNumber((completedAtMs - startedAtMs) / 1_000)} s`,
    ],
    [t.facts.pages, formatNumber(run.pagesExtracted)],
    [t.facts.items, formatNumber(run.itemsExtracted)],
    [t.facts.credits, formatNumber(run.creditsUsed)],
    [t.facts.clamped, run.clampedByCredits ? t.facts.clampedText : undefined],
    [t.facts.mode, result && mode],
    [t.facts.drift, result && `${formatNumber(result.drift * 100)} %`],
  ];
}
