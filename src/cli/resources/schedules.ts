import type { Schedule, Service } from '../../service/index.ts';
import { parseCount, withService } from '../options/store-options.ts';
import { type PrintedRecord, printRecords, toPrinted } from '../output/print-records.ts';
import {
  type ListOptions,
  type OwnedOptions,
  type Reference,
  type Resource,
  type ResourceCommand,
  addAccountOption,
  addDataOptions,
  listCommand,
  ownedCommand,
  requireOwned,
  storeCommand,
} from './resource.ts';

interface PutOptions extends OwnedOptions {
  readonly id?: string;
  readonly timeZone?: string;
}

/** `gleaner schedule …`. */
export const schedules: Resource = {
  name: 'schedule',
  description: 'Schedules: runs by the clock.',
  commands: [
    storeCommand<PutOptions, readonly [recipeId: string, cron: string]>({
      name: 'put',
      description: 'Run a recipe by the clock, or change when.',
      declare: (command) =>
        addAccountOption(
          command
            .argument('<recipe-id>', 'the recipe')
            .argument('<cron>', 'such as "0 6 * * 1-5"')
            .option('--time-zone <name>', 'IANA name, such as Europe/Berlin (default: UTC)')
            .option('--id <id>', 'the schedule that is replaced'),
        ),
      run: (service, options, [recipeId, cron]) =>
        requireOwned(service, options.account, async (account) => {
          await service.recipes.get({ account, id: recipeId });
          const { id, timeZone } = options;
          const put = { account, recipeId, id, cron, timeZone };
          return toPrintedSchedule(await service.schedules.put(put));
        }),
    }),
    listCommand({
      description: 'List schedules, oldest first.',
      columns: ['id', 'account', 'recipe_id', 'cron', 'time_zone', 'next_at', 'paused_at'],
      read: async (service, account, { limit }) =>
        (await service.schedules.list(account)).slice(0, limit).map(toPrintedSchedule),
    }),
    ticksCommand(),
    ownedCommand({
      name: 'resume',
      description: 'Let a schedule that paused itself run again.',
      look,
      run: async (service, reference) =>
        toPrintedSchedule(await service.schedules.resume(reference)),
    }),
    ownedCommand({
      name: 'delete',
      description: 'Run it by the clock no more.',
      async run(service, reference) {
        await service.schedules.delete(reference);
        return { id: reference.id, deleted: true };
      },
    }),
  ],
};

/** `gleaner schedule ticks`. */
function ticksCommand(): ResourceCommand {
  return (group, io) => {
    const command = group
      .command('ticks')
      .description('List what came of a schedule, newest first: its runs, or why there was none.')
      .argument('<id>')
      .option('--limit <number>', 'so many at most', parseCount, 100);
    addDataOptions(addAccountOption(command)).action((id: string, options: ListOptions) =>
      withService(options, io, async (service) => {
        const ticks = await requireOwned(service, options.account, (account) =>
          service.schedules.listTicks({ account, id, limit: options.limit }),
        );
        const printed = ticks.map((tick) =>
          toPrinted(tick, ['dueAtMs', 'claimedAtMs', 'runId', 'error']),
        );
        printRecords(printed, ['due_at', 'run_id', 'error'], options, io);
      }),
    );
  };
}

function look(service: Service, reference: Reference): Promise<unknown> {
  return service.schedules.listTicks({ ...reference, limit: 1 });
}

function toPrintedSchedule(schedule: Schedule): PrintedRecord {
  const { refusals } = schedule;
  return {
    ...toPrinted(schedule, ['id', 'account', 'recipeId', 'cron', 'timeZone', 'nextAtMs']),
    refused_ticks: refusals?.count ?? 0,
    refusal: refusals?.reason ?? null,
    ...toPrinted(schedule, ['pausedAtMs', 'createdAtMs']),
  };
}
