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

/** The folder: the option, GLEANER_DATA, else `gleaner-data` where the command was called. */
export function findDataFolder({ data }: DataOptions, { environment }: CommandIo): string {
  const given = data ?? environment['GLEANER_DATA'];
  return path.resolve(given === undefined || given === '' ? 'gleaner-data' : given);
}

/** What the environment says about the service itself. */
export function toServiceOptions({ environment }: CommandIo): ServiceOptions {
  const webhookTimeoutMs = readMilliseconds(environment, 'GLEANER_WEBHOOK_TIMEOUT_MS');
  return webhookTimeoutMs === undefined ? {} : { webhookTimeoutMs };
}

export interface WithServiceOptions extends DataOptions {
  /** Whether a folder that holds nothing is begun. @default false: a mistyped folder is told of */
  readonly mayCreate?: boolean;
}

/** Does something with the service of a folder, beside the processes that may be serving from it, and closes it again. */
export async function withService<Result>(
  options: WithServiceOptions,
  io: CommandIo,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const folder = findDataFolder(options, io);
  if (options.mayCreate !== true) checkStore(folder);
  const gleaner = createGleaner(readEnvironment(io.environment));
  const store = sqliteStore({ folder });
  const service = createService({ ...toServiceOptions(io), gleaner, store });
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
    `There is nothing in the folder "${folder}": name another one with --data or GLEANER_DATA, or begin it with \`gleaner account create\` or \`gleaner serve\`.`,
  );
}
