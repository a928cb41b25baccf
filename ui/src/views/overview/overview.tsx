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
import { UsageChart } from './usage-chart.tsx';

/** What an account has left, what used it up, what limits it, and what it did lately. */
export function Overview() {
  const overview = useApi('GET /overview');
  return (
    <>
      <PageHeader title="Overview" />
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
          <dt>Credits left</dt>
          <dd className="figure-value">{formatNumber(credits.balance)}</dd>
          <dd className="figure-note">
            {credits.held > 0
              ? `${formatNumber(credits.held)} set aside for work under way`
              : `${formatNumber(used)} used in 30 days`}
          </dd>
        </div>
        <div className="figure">
          <dt>Runs in 30 days</dt>
          <dd className="figure-value">{formatNumber(data.runsUsed30d)}</dd>
          <dd className="figure-note">
            {`of ${formatNumber(plan.runsPerMonth)}`}
            <Meter label="Runs in 30 days" value={data.runsUsed30d} max={plan.runsPerMonth} />
          </dd>
        </div>
        <div className="figure">
          <dt>Schedules</dt>
          <dd className="figure-value">{formatNumber(data.schedulesCount)}</dd>
          <dd className="figure-note">
            {plan.schedulesAllowed
              ? `Your plan allows ${formatNumber(plan.schedules)}.`
              : 'Your plan has none.'}
          </dd>
        </div>
      </dl>
      <Section title="Credits used by day">
        <UsageChart usage={data.usage} />
      </Section>
      <Section title="Limits">
        <ul className="fields">
          <li>{`${formatNumber(plan.requestsPerMinute)} requests a minute`}</li>
          <li>{`${formatNumber(plan.inFlight)} requests at a time`}</li>
          <li>{`${formatNumber(plan.pagesPerRun)} pages a run`}</li>
          <li>{`${formatNumber(data.costPerPage)} credits a page`}</li>
          <li>{`${formatNumber(plan.keys)} keys`}</li>
          <li>{`${formatNumber(plan.recipes)} recipes`}</li>
          <li>{`${formatBytes(plan.recipeBytes)} a recipe`}</li>
          <li>{`${formatBytes(plan.allRecipesBytes)} of recipes and versions`}</li>
          <li>{`${formatNumber(plan.versions)} versions of a recipe`}</li>
          <li>{`${formatNumber(plan.scheduleIntervalSeconds)} s between ticks of a schedule`}</li>
        </ul>
      </Section>
      <Section title="Last runs" aside={<a href={toHref('/runs')}>All runs</a>}>
        {data.lastRuns.length === 0 ? (
          <Empty title="No runs yet">
            <p>A run replays a recipe in a browser and collects the items of its pages.</p>
            <a className="button" href={toHref('/recipes')}>
              Recipes
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
      {data.isSuspended && (
        <p className="notice notice-bad">
          This account is suspended: it can be read, and nothing is changed or sent for it. Ask the
          operator of the service.
        </p>
      )}
      {!data.isEmailVerified && (
        <p className="notice notice-warning">
          <span>
            The e-mail address is not verified, so no credits can be spent.{' '}
            <a href={toHref('/settings')}>Settings</a>
          </span>
        </p>
      )}
      {data.deletionScheduledForMs !== null && (
        <p className="notice notice-bad">
          <span>
            This account will be deleted <Moment at={data.deletionScheduledForMs} />.{' '}
            <a href={toHref('/settings')}>Settings</a>
          </span>
        </p>
      )}
    </>
  );
}
