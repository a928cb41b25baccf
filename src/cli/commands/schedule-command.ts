import type { Command } from 'commander';
import type { Schedule } from '../../service/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import {
  addListOptions,
  addOwnedOptions,
  requireOwner,
  listAccounts,
  parseCount,
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

interface PutOptions extends OwnedOptions {
  readonly id?: string;
  readonly timeZone?: string;
}

/** `gleaner schedule …`. */
export function addScheduleCommand(program: Command, io: CommandIo): void {
  const group = program.command('schedule').description('Schedules: runs by the clock.');

  addOwnedOptions(
    group
      .command('put')
      .description('Run a recipe by the clock, or change when.')
      .argument('<recipe-id>', 'the recipe')
      .argument('<cron>', 'such as "0 6 * * 1-5"')
      .option('--time-zone <name>', 'IANA name, such as Europe/Berlin (default: UTC)')
      .option('--id <id>', 'the schedule that is replaced'),
  ).action((recipeId: string, cron: string, options: PutOptions) =>
    withService(options, io, async (service) => {
      const { id, timeZone } = options;
      const account = await requireOwner(service, options.account, (owner) =>
        service.recipes.get({ account: owner, id: recipeId }),
      );
      const schedule = await service.schedules.put({ account, recipeId, id, cron, timeZone });
      printRecord(toPrintedSchedule(schedule), options, io);
    }),
  );

  addListOptions(group.command('list').description('List schedules, oldest first.')).action(
    (options: ListOptions) =>
      withService(options, io, async (service) => {
        const schedules: PrintedRecord[] = [];
        for await (const account of listAccounts(service, options.account)) {
          const own = await service.schedules.list(account);
          schedules.push(...own.slice(0, options.limit).map(toPrintedSchedule));
        }
        const columns = ['id', 'account', 'recipe_id', 'cron', 'time_zone', 'next_at'];
        printRecords(schedules, columns, options, io);
      }),
  );

  addOwnedOptions(
    group
      .command('ticks')
      .description('List what came of a schedule, newest first: its runs, or why there was none.')
      .argument('<id>')
      .option('--limit <number>', 'so many at most', parseCount, 100),
  ).action((id: string, options: ListOptions) =>
    withService(options, io, async (service) => {
      const look = (account: string) => service.schedules.listTicks({ account, id, limit: 1 });
      const account = await requireOwner(service, options.account, look);
      const { limit } = options;
      const ticks = (await service.schedules.listTicks({ account, id, limit })).map((tick) => ({
        due_at: toMoment(tick.dueAtMs),
        claimed_at: toMoment(tick.claimedAtMs),
        run_id: tick.runId ?? null,
        error: tick.error ?? null,
      }));
      printRecords(ticks, ['due_at', 'run_id', 'error'], options, io);
    }),
  );

  addOwnedOptions(
    group.command('delete').description('Run it by the clock no more.').argument('<id>'),
  ).action((id: string, options: OwnedOptions) =>
    withService(options, io, async (service) => {
      await requireOwner(service, options.account, (account) =>
        service.schedules.delete({ account, id }),
      );
      printRecord({ id, deleted: true }, options, io);
    }),
  );
}

function toPrintedSchedule(schedule: Schedule): PrintedRecord {
  return {
    id: schedule.id,
    account: schedule.account,
    recipe_id: schedule.recipeId,
    cron: schedule.cron,
    time_zone: schedule.timeZone,
    next_at: toMoment(schedule.nextAtMs),
    created_at: toMoment(schedule.createdAtMs),
  };
}
