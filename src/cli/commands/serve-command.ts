import type { Command } from 'commander';
import {
  createHttpHandler,
  createMetrics,
  serve,
  serveMetrics,
  type RequestRecord,
  type RunningServer,
} from '../../web/http/index.ts';
import { createDashboard } from '../../web/dashboard/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { addBrowserOptions, type BrowserOptions } from '../options/browser-options.ts';
import { parseDashboardOptions } from '../options/dashboard-options.ts';
import { throwListenError, type Address } from '../output/command-errors.ts';
import { parsePort } from '../options/page-options.ts';
import {
  type StorageOptions,
  addStorageOptions,
  parseCount,
  resolveStorage,
} from '../options/store-options.ts';
import { runService } from '../options/run-service.ts';

interface ServeOptions extends BrowserOptions, StorageOptions {
  readonly port: number;
  readonly host: string;
  readonly origin?: string;
  readonly clientHeader?: string;
  readonly metricsPort?: number;
  readonly worker: boolean;
  readonly concurrency?: number;
  readonly json?: boolean;
}

/** `gleaner serve`. */
export function addServeCommand(program: Command, io: CommandIo): void {
  const command = addStorageOptions(
    program
      .command('serve')
      .description('Serve the HTTP contract and the dashboard, and work on runs.')
      .option('--port <number>', 'port to listen on; 0 picks one', parsePort, 8080)
      .option('--host <name>', 'address to listen on', '127.0.0.1')
      .option(
        '--origin <url>',
        'what browsers show of its address, e.g. https://scrape.example (GLEANER_ORIGIN)',
      )
      .option(
        '--client-header <name>',
        'the header in which a proxy names the client, e.g. x-forwarded-for (GLEANER_CLIENT_HEADER)',
      )
      .option(
        '--metrics-port <number>',
        'serve Prometheus metrics there (needs the package prom-client)',
        parsePort,
      ),
  )
    .option('--no-worker', 'leave runs to workers on the same database')
    .option('--concurrency <number>', 'runs at once; else as many as CPU cores', parseCount)
    .option('--json', 'print one line {"url": …} once it listens');
  addBrowserOptions(command).action((options: ServeOptions) => runServer(options, io));
}

/** Time that clients have, after the shutdown, to receive their responses. */
const graceMs = 2_000;

async function runServer(options: ServeOptions, io: CommandIo): Promise<void> {
  const { port, host: hostname, metricsPort, worker, concurrency, cdpUrl, playwrightUrl } = options;
  const storage = resolveStorage(options, io);
  if (!worker && storage.kind === 'folder') {
    throw new TypeError(
      '--no-worker leaves the runs to `gleaner worker`, and a folder has none: name a database with --database-url or DATABASE_URL.',
    );
  }
  if (metricsPort === port && port !== 0) {
    throw new TypeError(`--port and --metrics-port are both ${port}: give them two ports.`);
  }
  const metrics = metricsPort === undefined ? undefined : await createMetrics();
  await runService(
    {
      storage,
      worksOnRuns: worker,
      concurrency,
      cdpUrl,
      playwrightUrl,
      onEvent: (event) => metrics?.onEvent(event),
      async open(service, log) {
        const servers: RunningServer[] = [];
        const close = async (): Promise<void> => {
          await Promise.all(servers.map((server) => server.close({ graceMs })));
        };
        const listen = async (
          option: string,
          address: Address,
          start: (address: Address) => Promise<RunningServer>,
        ): Promise<string> => {
          const server = await start(address).catch((error: unknown) =>
            throwListenError(error, option, address),
          );
          servers.push(server);
          return server.url;
        };
        const onRequest = (record: RequestRecord): void => {
          log.onRequest(record);
          metrics?.onRequest(record);
        };
        const dashboard = createDashboard(service, {
          ...parseDashboardOptions(options, io),
          onRequest,
          onEvent: (event) => log.onEvent(event),
        });
        const handler = createHttpHandler(service, { onRequest, fallback: dashboard });
        try {
          const url = await listen('--port', { port, hostname }, (address) =>
            serve({ handler, ...address }),
          );
          const metricsUrl =
            metrics === undefined || metricsPort === undefined
              ? undefined
              : await listen('--metrics-port', { port: metricsPort, hostname }, (address) =>
                  serveMetrics({ metrics, ...address }),
                );
          log.write({
            level: 'info',
            event: 'listening',
            url,
            ...(metricsUrl === undefined ? {} : { metricsUrl: `${metricsUrl}/metrics` }),
          });
          printAddress(`${url}/v1`, options, io);
          return close;
        } catch (error) {
          await close();
          throw error;
        }
      },
    },
    io,
  );
}

function printAddress(url: string, { json }: ServeOptions, io: CommandIo): void {
  io.output.write(json === true ? `${JSON.stringify({ url })}\n` : `Listening on ${url}\n`);
}
