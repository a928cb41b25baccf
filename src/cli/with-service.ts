import path from 'node:path';
import {
  createGleaner,
  createService,
  readEnvironment,
  readMilliseconds,
  sqliteStore,
  type Service,
  type ServiceOptions,
} from '../index.ts';
import type { CommandIo } from './command-io.ts';

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

/** Does something with the service of a folder, beside the processes that may be serving from it, and closes it again. */
export async function withService<Result>(
  options: DataOptions,
  io: CommandIo,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const gleaner = createGleaner(readEnvironment(io.environment));
  const store = sqliteStore({ folder: findDataFolder(options, io) });
  const service = createService({ ...toServiceOptions(io), gleaner, store });
  try {
    return await work(service);
  } finally {
    await service.close({ drainMs: 0 });
    await gleaner.close();
    await store.close();
  }
}
