import type { Run } from '../../service/index.ts';
import { type PrintedRecord, toPrinted } from '../output/print-records.ts';
import { type Resource, listCommand, ownedCommand } from './resource.ts';

/** `gleaner runs …`. */
export const runs: Resource = {
  name: 'runs',
  description: 'Runs of stored recipes.',
  commands: [
    listCommand({
      description: 'List runs, newest first.',
      columns: ['id', 'account', 'run_status', 'pages_extracted', 'created_at', 'error'],
      read: async (service, account, { limit }) =>
        (await service.listRuns({ account, limit })).map(toPrintedRun),
    }),
    ownedCommand({
      name: 'show',
      description: 'Show a run, with its result.',
      run: async (service, reference) => toPrintedRun(await service.getRun(reference)),
    }),
    ownedCommand({
      name: 'cancel',
      description: 'Stop a run, wherever it is at work.',
      look: (service, reference) => service.getRun(reference),
      run: async (service, reference) => toPrintedRun(await service.cancelRun(reference)),
    }),
  ],
};

/** The members of a poll, and those of the usage report beside them. */
function toPrintedRun(run: Run): PrintedRecord {
  const { id, account, recipe_id, ...others } = toPrinted(run, [
    'id',
    'account',
    'recipeId',
    'pagesExtracted',
    'itemsExtracted',
    'creditsUsed',
    'effectiveCap',
    'clampedByCredits',
    'createdAtMs',
    'startedAtMs',
    'completedAtMs',
  ]);
  return {
    id,
    account,
    recipe_id,
    run_status: run.status,
    ...others,
    ...(run.error === undefined ? {} : { error: run.error }),
    ...(run.result === undefined ? {} : { result: run.result }),
  };
}
