import type { Command } from 'commander';
import type { Run } from '../../service/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import {
  addListOptions,
  addOwnedOptions,
  requireOwner,
  listAccounts,
  type ListOptions,
  type OwnedOptions,
} from '../options/data-options.ts';
import {
  printRecord,
  printRecords,
  toMoment,
  type PrintedRecord,
} from '../output/print-records.ts';
import { withService } from '../options/with-service.ts';

/** `gleaner runs …`. */
export function addRunsCommand(program: Command, io: CommandIo): void {
  const group = program.command('runs').description('Runs of stored recipes.');

  addListOptions(group.command('list').description('List runs, newest first.')).action(
    (options: ListOptions) =>
      withService(options, io, async (service) => {
        const runs: PrintedRecord[] = [];
        for await (const account of listAccounts(service, options.account)) {
          const own = await service.listRuns({ account, limit: options.limit });
          runs.push(...own.map(toPrintedRun));
        }
        const columns = ['id', 'account', 'run_status', 'pages_extracted', 'created_at', 'error'];
        printRecords(runs, columns, options, io);
      }),
  );

  addOwnedOptions(
    group.command('show').description('Show a run, with its result.').argument('<id>'),
  ).action((id: string, options: OwnedOptions) =>
    withService(options, io, async (service) => {
      let run: Run | undefined;
      await requireOwner(service, options.account, async (account) => {
        run = await service.getRun({ account, id });
      });
      if (run !== undefined) printRecord(toPrintedRun(run), options, io);
    }),
  );

  addOwnedOptions(
    group.command('cancel').description('Stop a run, wherever it is at work.').argument('<id>'),
  ).action((id: string, options: OwnedOptions) =>
    withService(options, io, async (service) => {
      const look = (account: string) => service.getRun({ account, id });
      const account = await requireOwner(service, options.account, look);
      printRecord(toPrintedRun(await service.cancelRun({ account, id })), options, io);
    }),
  );
}

/** The members of a poll, and those of the usage report beside them. */
function toPrintedRun(run: Run): PrintedRecord {
  return {
    id: run.id,
    account: run.account,
    recipe_id: run.recipeId,
    run_status: run.status,
    pages_extracted: run.pagesExtracted,
    items_extracted: run.itemsExtracted,
    credits_used: run.creditsUsed,
    effective_cap: run.effectiveCap,
    clamped_by_credits: run.clampedByCredits,
    created_at: toMoment(run.createdAtMs),
    started_at: toMoment(run.startedAtMs),
    completed_at: toMoment(run.completedAtMs),
    ...(run.error === undefined ? {} : { error: run.error }),
    ...(run.result === undefined ? {} : { result: run.result }),
  };
}
