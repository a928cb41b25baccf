import type { ReactNode } from 'react';
import { useApi } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Badge } from '../../components/feedback/badge.tsx';
import { Facts } from '../../components/data/facts.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { formatNumber } from '../../components/data/format-number.ts';
import { Loaded } from '../../components/feedback/loaded.tsx';
import { LoadedPages } from '../../components/feedback/loaded-pages.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { RunTable } from '../../components/runs/run-table.tsx';
import { Section } from '../../components/layout/section.tsx';

const endpointStates = { untried: 'Not used yet', up: 'Up', down: 'Down' };

const browserStates = {
  ready: 'Answers',
  failed: 'Does not answer',
  none: 'Not used',
  unknown: 'Cannot be tried',
};

/** By the state of a browser that runs elsewhere. */
const endpointLooks = { untried: undefined, up: 'good', down: 'bad' } as const;

/** How the service is, and the runs that are under way in it. */
export function Service() {
  const health = useApi('GET /operator/health');
  const pages = usePages('GET /operator/runs', {}, ({ runs }) => runs);
  return (
    <>
      <PageHeader title="Service" />
      <div className="stack stack-wide">
        <Section title="Health">
          <Loaded query={health}>
            {({ store, browser, runsUnderWay, uptimeSeconds, memoryBytes }) => (
              <div className="card">
                <Facts
                  facts={[
                    [
                      'Store',
                      <span key="store" className="row">
                        {store.name}
                        <Badge look={store.isReady ? 'good' : 'bad'}>
                          {store.isReady ? 'Ready' : 'Not ready'}
                        </Badge>
                      </span>,
                    ],
                    [
                      'Browser',
                      browser.name === undefined ? (
                        'None in this process'
                      ) : (
                        <BrowserState key="browser" name={browser.name} />
                      ),
                    ],
                    ...(browser.endpoints ?? []).map(
                      ({ host, state, contextsOpen, problem }): [string, ReactNode] => [
                        host,
                        <span key={host} className="row">
                          <Badge look={endpointLooks[state]}>{endpointStates[state]}</Badge>
                          {problem ?? toContextCount(contextsOpen)}
                        </span>,
                      ],
                    ),
                    ['Runs under way', formatNumber(runsUnderWay)],
                    ['Up for', `${formatNumber(uptimeSeconds / 3_600)} hours`],
                    ['Memory', `${formatNumber(Math.round(memoryBytes / 1e6))} MB`],
                  ]}
                />
              </div>
            )}
          </Loaded>
        </Section>
        <Section title="Runs under way">
          <LoadedPages pages={pages} empty={<p className="soft">No run is under way.</p>}>
            {(runs) => <RunTable runs={runs} isOperator />}
          </LoadedPages>
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
      {data === undefined && error === null && <Badge look="busy">Checking</Badge>}
      {data !== undefined && (
        <Badge look={browserLooks[data.state]}>{browserStates[data.state]}</Badge>
      )}
      {data?.tookMs !== undefined && (
        <span className="soft small">{`after ${formatNumber(data.tookMs)} ms`}</span>
      )}
      {data?.problem}
      {error !== null && <FailureNotice error={error} />}
    </span>
  );
}

function toContextCount(count: number): string {
  return count === 1 ? '1 context open' : `${count} contexts open`;
}
