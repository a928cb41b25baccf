import { existsSync } from 'node:fs';
import path from 'node:path';
import { createGleaner, readEnvironment } from '../../index.ts';
import {
  createService,
  sqliteStore,
  type Service,
  type ServiceOptions,
} from '../../service/index.ts';
import { readMilliseconds } from '../../engine/read-environment.ts';
import type { CommandIo } from '../output/command-io.ts';

/** Options of every command that works on the service's folder. */
export interface DataOptions {
  readonly data?: string;
}

/** The folder: `--data`, else GLEANER_DATA, else `gleaner-data` in the working directory. */
export function resolveDataFolder({ data }: DataOptions, { environment }: CommandIo): string {
  const given = data ?? environment['GLEANER_DATA'];
  return path.resolve(given === undefined || given === '' ? 'gleaner-data' : given);
}

/** The service's options from the environment; throws a `TypeError` where a variable cannot be used. */
export function parseServiceOptions({ environment }: CommandIo): ServiceOptions {
  const webhookTimeoutMs = readMilliseconds(environment, 'GLEANER_WEBHOOK_TIMEOUT_MS');
  return webhookTimeoutMs === undefined ? {} : { webhookTimeoutMs };
}

export interface WithServiceOptions extends DataOptions {
  /** Whether a folder without a store gets one. @default false: a mistyped folder is an error */
  readonly mayCreate?: boolean;
}

/** Opens the service of a folder for `work`, beside processes that may be serving from it, and closes it again. */
export async function withService<Result>(
  options: WithServiceOptions,
  io: CommandIo,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const folder = resolveDataFolder(options, io);
  if (options.mayCreate !== true) checkStore(folder);
  const gleaner = createGleaner(readEnvironment(io.environment));
  const store = sqliteStore({ folder });
  const service = createService({ ...parseServiceOptions(io), gleaner, store });
  try {
    return await work(service);
  } finally {
    await service.close({ drainMs: 0 });
    await gleaner.close();
    await store.close();
  }
}

function checkStore(folder: string): void {
  if (existsSync(path.join(folder, 'gleaner.db'))) return;
  throw new TypeError(
    `There is nothing in the folder "${folder}": name another one with --data or GLEANER_DATA, or create it with \`gleaner account create\` or \`gleaner serve\`.`,
  );
}
