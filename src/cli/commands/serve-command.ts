import type { Command } from 'commander';
import {
  createHttpHandler,
  createMetrics,
  serve,
  serveMetrics,
  type RequestRecord,
  type RunningServer,
} from '../../http/index.ts';
import { createDashboard } from '../../dashboard/index.ts';
import { createGleaner } from '../../index.ts';
import { createService, sqliteStore } from '../../service/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { createLog } from '../output/create-log.ts';
import {
  addBrowserOptions,
  readEngineOptions,
  type BrowserOptions,
} from '../options/browser-options.ts';
import { parseDashboardOptions } from '../options/dashboard-options.ts';
import { throwListenError, type Address } from '../output/throw-listen-error.ts';
import { untilAborted } from '../output/until-aborted.ts';
import { parsePort } from '../options/page-options.ts';
import { resolveDataFolder, parseServiceOptions } from '../options/with-service.ts';

interface ServeOptions extends BrowserOptions {
  readonly port: number;
  readonly host: string;
  readonly origin?: string;
  readonly metricsPort?: number;
  readonly data?: string;
  readonly json?: boolean;
}

/** `gleaner serve`. */
export function addServeCommand(program: Command, io: CommandIo): void {
  const command = program
    .command('serve')
    .description('Serve the HTTP contract and the dashboard, with everything kept in a folder.')
    .option('--port <number>', 'port to listen on; 0 picks one', parsePort, 8080)
    .option('--host <name>', 'address to listen on', '127.0.0.1')
    .option(
      '--origin <url>',
      'what browsers show of its address, e.g. https://scrape.example (GLEANER_ORIGIN)',
    )
    .option(
      '--metrics-port <number>',
      'serve Prometheus metrics there (needs the package prom-client)',
      parsePort,
    )
    .option('--data <folder>', 'where everything is kept (GLEANER_DATA; else ./gleaner-data)')
    .option('--json', 'print one line {"url": …} once it listens');
  addBrowserOptions(command).action((options: ServeOptions) => runServer(options, io));
}

/** Time that requests and runs under way have to end, once a shutdown was asked for. */
const drainMs = 30_000;
/** Time that clients then have to receive their responses. */
const graceMs = 2_000;

async function runServer(options: ServeOptions, io: CommandIo): Promise<void> {
  const { port, host: hostname, metricsPort } = options;
  const log = createLog(io);
  const metrics = metricsPort === undefined ? undefined : await createMetrics();
  const gleaner = createGleaner(readEngineOptions(options, io));
  const store = sqliteStore({ folder: resolveDataFolder(options, io) });
  const service = createService({
    ...parseServiceOptions(io),
    gleaner,
    store,
    onEvent(event) {
      log.onEvent(event);
      metrics?.onEvent(event);
    },
  });
  const servers: RunningServer[] = [];
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
  try {
    await service.start();
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
    await untilAborted(io.signal);
    log.write({ level: 'info', event: 'shutdown', drainMs });
    // New requests are refused with 502 from here on; those under way have `drainMs` to end.
    await service.close({ drainMs });
  } finally {
    await Promise.all(servers.map((server) => server.close({ graceMs })));
    await service.close({ drainMs: 0 });
    await gleaner.close();
    await store.close();
  }
}

function printAddress(url: string, { json }: ServeOptions, io: CommandIo): void {
  io.output.write(json === true ? `${JSON.stringify({ url })}\n` : `Listening on ${url}\n`);
}
