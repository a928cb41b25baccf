import { existsSync } from 'node:fs';
import path from 'node:path';
import { createGleaner, readEnvironment } from '../../index.ts';
import { createService, type Service, type ServiceOptions } from '../../service/index.ts';
import { readMilliseconds } from '../../engine/read-environment.ts';
import type { CommandIo } from '../output/command-io.ts';
import { openStorage, resolveStorage, type StorageOptions } from './open-storage.ts';

/** The service's options from the environment; throws a `TypeError` where a variable cannot be used. */
export function parseServiceOptions({ environment }: CommandIo): ServiceOptions {
  const webhookTimeoutMs = readMilliseconds(environment, 'GLEANER_WEBHOOK_TIMEOUT_MS');
  return webhookTimeoutMs === undefined ? {} : { webhookTimeoutMs };
}

export interface WithServiceOptions extends StorageOptions {
  /** Whether a folder without a store gets one. @default false: a mistyped folder is an error */
  readonly mayCreate?: boolean;
}

/** Opens the service of a folder or database for `work`, beside processes that may be serving from it, and closes it again. */
export async function withService<Result>(
  options: WithServiceOptions,
  io: CommandIo,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const storage = resolveStorage(options, io);
  if (storage.kind === 'folder' && options.mayCreate !== true) checkStore(storage.folder);
  const gleaner = createGleaner(readEnvironment(io.environment));
  const { store, close } = openStorage(storage);
  const service = createService({ ...parseServiceOptions(io), gleaner, store });
  try {
    return await work(service);
  } finally {
    await service.close({ drainMs: 0 });
    await gleaner.close();
    await close();
  }
}

function checkStore(folder: string): void {
  if (existsSync(path.join(folder, 'gleaner.db'))) return;
  throw new TypeError(
    `There is nothing in the folder "${folder}": name another one with --data or GLEANER_DATA, or create it with \`gleaner account create\` or \`gleaner serve\`.`,
  );
}
