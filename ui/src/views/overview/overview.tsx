import type { Overview as OverviewData } from '../../../../src/web/dashboard/dashboard-api.ts';
import { useApi } from '../../api/use-api.ts';
import { toHref } from '../../app/use-place.ts';
import { Empty } from '../../components/feedback/empty.tsx';
import { formatBytes, formatNumber } from '../../components/data/format-number.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Meter } from '../../components/feedback/meter.tsx';
import { Moment } from '../../components/data/moment.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { RunTable } from '../../components/runs/run-table.tsx';
import { Section } from '../../components/layout/section.tsx';
import { texts } from '../../texts/en.ts';
import { UsageChart } from './usage-chart.tsx';

const t = texts.overview;

/** What an account has left, what used it up, what limits it, and what it did lately. */
export function Overview() {
  const overview = useApi('GET /overview');
  return (
    <>
      <PageHeader title={t.title} />
      <Loaded query={overview}>{(data) => <Figures data={data} />}</Loaded>
    </>
  );
}

function Figures({ data }: { readonly data: OverviewData }) {
  const { credits, plan } = data;
  const used = data.usage.reduce((sum, day) => sum + day.credits, 0);
  return (
    <div className="stack stack-wide">
      <Standing data={data} />
      <dl className="figures">
        <div className="figure">
          <dt>{t.credits}</dt>
          <dd className="figure-value">{formatNumber(credits.balance)}</dd>
          <dd className="figure-note">
            {credits.held > 0 ? t.held(formatNumber(credits.held)) : t.used(formatNumber(used))}
          </dd>
        </div>
        <div className="figure">
          <dt>{t.runs}</dt>
          <dd className="figure-value">{formatNumber(data.runsUsed30d)}</dd>
          <dd className="figure-note">
            {t.ofLimit(formatNumber(plan.runsPerMonth))}
            <Meter label={t.runs} value={data.runsUsed30d} max={plan.runsPerMonth} />
          </dd>
        </div>
        <div className="figure">
          <dt>{t.schedules}</dt>
          <dd className="figure-value">{formatNumber(data.schedulesCount)}</dd>
          <dd className="figure-note">
            {plan.schedulesAllowed
              ? t.schedulesAllowed(formatNumber(plan.schedules))
              : t.schedulesRefused}
          </dd>
        </div>
      </dl>
      <Section title={t.usage}>
        <UsageChart usage={data.usage} />
      </Section>
      <Section title={t.limits}>
        <ul className="fields">
          <li>{t.perMinute(formatNumber(plan.requestsPerMinute))}</li>
          <li>{t.inFlight(formatNumber(plan.inFlight))}</li>
          <li>{t.pagesPerRun(formatNumber(plan.pagesPerRun))}</li>
          <li>{t.perPage(formatNumber(data.costPerPage))}</li>
          <li>{t.keys(formatNumber(plan.keys))}</li>
          <li>{t.recipes(formatNumber(plan.recipes))}</li>
          <li>{t.recipeBytes(formatBytes(plan.recipeBytes))}</li>
          <li>{t.allRecipesBytes(formatBytes(plan.allRecipesBytes))}</li>
          <li>{t.versions(formatNumber(plan.versions))}</li>
          <li>{t.scheduleInterval(formatNumber(plan.scheduleIntervalSeconds))}</li>
        </ul>
      </Section>
      <Section title={t.lastRuns} aside={<a href={toHref('/runs')}>{t.allRuns}</a>}>
        {data.lastRuns.length === 0 ? (
          <Empty title={t.noRuns}>
            <p>{t.noRunsLead}</p>
            <a className="button" href={toHref('/recipes')}>
              {texts.recipes.title}
            </a>
          </Empty>
        ) : (
          <RunTable runs={data.lastRuns} />
        )}
      </Section>
    </div>
  );
}

/** What keeps the account from spending credits. */
function Standing({ data }: { readonly data: OverviewData }) {
  return (
    <>
      {data.isSuspended && <p className="notice notice-bad">{t.suspended}</p>}
      {!data.isEmailVerified && (
        <p className="notice notice-warning">
          <span>
            {t.unverified} <a href={toHref('/settings')}>{t.toSettings}</a>
          </span>
        </p>
      )}
      {data.deletionScheduledForMs !== null && (
        <p className="notice notice-bad">
          <span>
            {t.deletion} <Moment at={data.deletionScheduledForMs} />.{' '}
            <a href={toHref('/settings')}>{t.toSettings}</a>
          </span>
        </p>
      )}
    </>
  );
}
