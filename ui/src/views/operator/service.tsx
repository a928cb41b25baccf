import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { RunTable } from '../../components/runs/run-table.tsx';
import { Section } from '../../components/layout/section.tsx';
import { texts } from '../../texts/en.ts';

const t = texts.operator;

/** By the state of a browser that runs elsewhere. */
const endpointLooks = { untried: undefined, up: 'good', down: 'bad' } as const;

/** How the service is, and the runs that are under way in it. */
export function Service() {
  const health = useApi('GET /operator/health');
  const pages = usePages('GET /operator/runs', {}, ({ runs }) => ({
    count: runs.length,
    id: runs.at(-1)?.id,
  }));
  const runs = pages.data?.pages.flatMap((page) => page.runs);
  return (
    <>
      <PageHeader title={t.title} />
      <div className="stack stack-wide">
        <Section title={t.health}>
          <Loaded query={health}>
            {({ store, browser, runsUnderWay, uptimeSeconds, memoryBytes }) => (
              <div className="card">
                <Facts
                  facts={[
                    [
                      t.store,
                      <span key="store" className="row">
                        {store.name}
                        <Badge look={store.isReady ? 'good' : 'bad'}>
                          {store.isReady ? t.ready : t.notReady}
                        </Badge>
                      </span>,
                    ],
                    [
                      t.browser,
                      browser.name === undefined ? (
                        t.noBrowser
                      ) : (
                        <BrowserState key="browser" name={browser.name} />
                      ),
                    ],
                    ...(browser.endpoints ?? []).map(
                      ({ host, state, contextsOpen, problem }): [string, ReactNode] => [
                        host,
                        <span key={host} className="row">
                          <Badge look={endpointLooks[state]}>{t.endpoint[state]}</Badge>
                          {problem ?? t.contexts(contextsOpen)}
                        </span>,
                      ],
                    ),
                    [t.underWay, formatNumber(runsUnderWay)],
                    [t.uptime, t.hours(formatNumber(uptimeSeconds / 3_600))],
                    [t.memory, t.megabytes(formatNumber(Math.round(memoryBytes / 1e6)))],
                  ]}
                />
              </div>
            )}
          </Loaded>
        </Section>
        <Section title={t.underWay}>
          {pages.error !== null && (
            <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
          )}
          {runs === undefined && pages.error === null && <Loading />}
          {runs?.length === 0 && <p className="soft">{t.noRuns}</p>}
          {runs !== undefined && runs.length > 0 && <RunTable runs={runs} isOperator />}
          <MoreButton
            hasMore={pages.hasNextPage}
            isBusy={pages.isFetchingNextPage}
            onMore={() => void pages.fetchNextPage()}
          />
        </Section>
      </div>
    </>
  );
}

const browserLooks = { ready: 'good', failed: 'bad', none: undefined, unknown: undefined } as const;

/** The browser's name, and whether it starts and answers. */
function BrowserState({ name }: { readonly name: string }) {
  const check = useApi('GET /operator/browser');
  const { data, error } = check;
  return (
    <span className="row">
      {name}
      {data === undefined && error === null && <Badge look="busy">{t.checking}</Badge>}
      {data !== undefined && (
        <Badge look={browserLooks[data.state]}>{t.browserStates[data.state]}</Badge>
      )}
      {data?.tookMs !== undefined && (
        <span className="soft small">{t.answered(formatNumber(data.tookMs))}</span>
      )}
      {data?.problem}
      {error !== null && <FailureNotice error={error} />}
    </span>
  );
}
