import type { Command } from 'commander';
import { createHttpHandler, createMetrics, serve, serveMetrics } from '../../http/index.ts';
import { createGleaner, readEnvironment } from '../../index.ts';
import { createService, sqliteStore } from '../../service/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { createLog } from '../output/create-log.ts';
import { toPort } from '../options/page-options.ts';
import { findDataFolder, toServiceOptions } from '../options/with-service.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly metricsPort?: number;
  readonly data?: string;
  readonly json?: boolean;
}

/** `gleaner serve`. */
export function addServeCommand(program: Command, io: CommandIo): void {
  program
    .command('serve')
    .description('Serve the HTTP contract, with everything kept in a folder.')
    .option('--port <number>', 'port to listen on; 0 picks one', toPort, 8080)
    .option('--host <name>', 'address to listen on', '127.0.0.1')
    .option('--metrics-port <number>', 'serve Prometheus metrics there', toPort)
    .option('--data <folder>', 'where everything is kept (GLEANER_DATA)')
    .option('--json', 'print one line {"url": …} once it listens')
    .action((options: ServeOptions) => runServer(options, io));
}

/** Time that requests and runs under way have to end, once a shutdown was asked for. */
const drainMs = 30_000;
/** Time that clients then have to take their answers. */
const graceMs = 2_000;

async function runServer(options: ServeOptions, io: CommandIo): Promise<void> {
  const log = createLog(io);
  const metrics = createMetrics();
  const gleaner = createGleaner(readEnvironment(io.environment));
  const store = sqliteStore({ folder: findDataFolder(options, io) });
  const service = createService({
    ...toServiceOptions(io),
    gleaner,
    store,
    onEvent(event) {
      log.onEvent(event);
      metrics.onEvent(event);
    },
  });
  try {
    await service.start();
    const handler = createHttpHandler(service, {
      onRequest(record) {
        log.onRequest(record);
        metrics.onRequest(record);
      },
    });
    const server = await serve({ handler, port: options.port, hostname: options.host });
    const { metricsPort: port } = options;
    const numbers =
      port === undefined
        ? undefined
        : await serveMetrics({ metrics, port, hostname: options.host });
    log.write({
      level: 'info',
      event: 'listening',
      url: server.url,
      ...(numbers === undefined ? {} : { metricsUrl: `${numbers.url}/metrics` }),
    });
    tellAddress(`${server.url}/v1`, options, io);
    await untilAborted(io.signal);
    log.write({ level: 'info', event: 'shutdown', drainMs });
    // Whoever comes now is refused with 502; whoever is here may stay for a while.
    await service.close({ drainMs });
    await Promise.all([server.close({ graceMs }), numbers?.close({ graceMs })]);
  } finally {
    await service.close({ drainMs: 0 });
    await gleaner.close();
    await store.close();
  }
}

function tellAddress(url: string, { json }: ServeOptions, io: CommandIo): void {
  io.output.write(json === true ? `${JSON.stringify({ url })}\n` : `Listening on ${url}\n`);
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
