import { type Command, Option } from 'commander';
import type { AccountView, PlanCaps, Service } from '../../service/index.ts';
import { parseCount, parseWhole, withService } from '../options/store-options.ts';
import {
  type WebhookOptions,
  addWebhookOptions,
  parseWebhookOptions,
  toPrintedWebhook,
  webhookFieldNames,
} from '../options/webhook-options.ts';
import { withFieldNames } from '../output/command-errors.ts';
import {
  type PrintedRecord,
  printRecords,
  toPrinted,
  toSnakeCase,
} from '../output/print-records.ts';
import {
  type ListOptions,
  type Resource,
  type ResourceCommand,
  type StoreCommandOptions,
  addListOptions,
  storeCommand,
} from './resource.ts';

/** The options that set a plan's caps, with what reads a value; printed in this order. */
const planOptions: Readonly<Record<keyof PlanCaps, readonly [string, string, typeof parseCount?]>> =
  {
    requestsPerMinute: ['--plan-rpm <number>', 'requests a minute', parseCount],
    inFlight: ['--plan-concurrent <number>', 'requests at once', parseCount],
    runsPerMonth: ['--plan-runs <number>', 'runs in 30 days', parseWhole],
    pagesPerRun: ['--plan-pages <number>', 'pages a run', parseCount],
    schedulesAllowed: ['--no-schedules', 'no schedules'],
    keys: ['--plan-keys <number>', 'API keys', parseWhole],
    recipes: ['--plan-recipes <number>', 'recipes', parseWhole],
    recipeBytes: ['--plan-recipe-bytes <number>', 'bytes of a recipe, as JSON', parseCount],
    allRecipesBytes: [
      '--plan-all-recipes-bytes <number>',
      'bytes of all recipes and versions',
      parseCount,
    ],
    versions: ['--plan-versions <number>', 'versions of a recipe that are kept', parseCount],
    schedules: ['--plan-schedules <number>', 'schedules', parseWhole],
    scheduleIntervalSeconds: [
      '--plan-interval <seconds>',
      'shortest time between two ticks of a schedule',
      parseCount,
    ],
    drafts: ['--plan-drafts <number>', 'drafts in the studio', parseWhole],
    studioSessions: ['--plan-sessions <number>', 'sessions in the studio', parseWhole],
    openStreams: ['--plan-streams <number>', 'streams of updates at once', parseWhole],
    webhookTestsPerMinute: ['--plan-tests <number>', 'trials of webhooks a minute', parseWhole],
    dashboardCallsPerMinute: [
      '--plan-dashboard <number>',
      'calls of the dashboard a minute',
      parseCount,
    ],
  };

interface CreateOptions extends StoreCommandOptions {
  readonly credits: number;
  readonly email?: string;
  readonly unverified?: boolean;
}

/** `gleaner account …`. */
export const accounts: Resource = {
  name: 'account',
  description: 'Accounts: credits, plans, standing.',
  commands: [
    storeCommand<CreateOptions>({
      name: 'create',
      description: 'Create an account.',
      mayCreate: true,
      declare: (command) =>
        addPlanOptions(command)
          .option('--credits <number>', 'what it can spend at first', parseWhole, 0)
          .option('--email <address>', 'its owner signs in to the dashboard by it')
          .option('--unverified', 'its e-mail address is yet to be verified'),
      async run(service, options) {
        const { credits, email, unverified = false } = options;
        const input = { credits, email, emailVerified: !unverified, plan: toPlan(options) };
        return toPrintedAccount(await service.accounts.create(input));
      },
    }),
    listCommand(),
    change('show', 'Show an account.', ({ accounts: all }, id) => all.get(id)),
    storeCommand<StoreCommandOptions & { readonly email?: string }>({
      name: 'verify-email',
      description: 'Its e-mail address is verified: the account may spend.',
      declare: (command) =>
        command
          .argument('<id>')
          .option(
            '--email <address>',
            'make this one its address: it is signed out everywhere, and its links are dead',
          ),
      run: async (service, { email }, [id]) =>
        toPrintedAccount(await service.accounts.verifyEmail(id, email)),
    }),
    change('suspend', 'It may not spend until it is resumed.', ({ accounts: all }, id) =>
      all.suspend(id),
    ),
    change('resume', 'End a suspension.', ({ accounts: all }, id) => all.resume(id)),
    change(
      'request-deletion',
      'Begin its 30 days of grace, in which it cannot spend.',
      ({ accounts: all }, id) => all.requestDeletion(id),
    ),
    change('cancel-deletion', 'Leave everything as it was before.', ({ accounts: all }, id) =>
      all.cancelDeletion(id),
    ),
    change(
      'confirm-deletion',
      'Delete it at once and for ever: its runs stop, its keys are revoked.',
      ({ accounts: all }, id) => all.confirmDeletion(id),
    ),
    storeCommand<StoreCommandOptions, readonly [id: string, credits: number]>({
      name: 'grant',
      description: 'Add credits; a negative number takes some back.',
      declare: (command) =>
        command.argument('<id>').argument('<credits>', 'whole number', parseWhole),
      run: async (service, _options, [id, credits]) =>
        toPrintedAccount(
          await withFieldNames({ credits: '<credits>' }, () => service.accounts.grant(id, credits)),
        ),
    }),
    storeCommand({
      name: 'set-plan',
      description: 'Change its caps; those that are not named stay.',
      declare: (command) =>
        addPlanOptions(
          command
            .argument('<id>')
            // Before its opposite, so that neither of them is the default.
            .option('--schedules', 'schedules are allowed'),
        ),
      run: async (service, options, [id]) =>
        toPrintedAccount(await service.accounts.setPlan(id, toPlan(options))),
    }),
    storeCommand<StoreCommandOptions & WebhookOptions>({
      name: 'set-webhook',
      description: 'Set the webhook for recipes without one; without options, remove it.',
      declare: (command) => addWebhookOptions(command.argument('<id>')),
      run: async (service, options, [id]) =>
        toPrintedAccount(
          await withFieldNames(webhookFieldNames, () =>
            service.accounts.setWebhook(id, parseWebhookOptions(options)),
          ),
        ),
    }),
  ],
};

/** `gleaner account list`: of all accounts, so without `--account`. */
function listCommand(): ResourceCommand {
  return (group, io) => {
    const command = group.command('list').description('List the accounts, oldest first.');
    addListOptions(command).action((options: ListOptions) =>
      withService(options, io, async (service) => {
        const all = await service.accounts.list({ limit: options.limit });
        const columns = ['id', 'credits_remaining', 'standing', 'created_at'];
        printRecords(all.map(toPrintedAccount), columns, options, io);
      }),
    );
  };
}

function change(
  name: string,
  description: string,
  run: (service: Service, id: string) => Promise<AccountView>,
): ResourceCommand {
  return storeCommand({
    name,
    description,
    declare: (command) => command.argument('<id>'),
    run: async (service, _options, [id]) => toPrintedAccount(await run(service, id)),
  });
}

function addPlanOptions(command: Command): Command {
  for (const [flags, about, parse] of Object.values(planOptions)) {
    const option = new Option(flags, about);
    command.addOption(parse === undefined ? option : option.argParser(parse));
  }
  return command;
}

/** The caps that the options name, as these parse them; the others stay, or are the defaults. */
function toPlan(options: StoreCommandOptions): Partial<PlanCaps> {
  const given = new Map<string, unknown>(Object.entries(options));
  const caps = Object.entries(planOptions).flatMap(([cap, [flags]]) => {
    const value = given.get(new Option(flags).attributeName());
    return value === undefined ? [] : [[cap, value] as const];
  });
  return Object.fromEntries(caps) as Partial<PlanCaps>;
}

function toPrintedAccount({ credits, plan, ...account }: AccountView): PrintedRecord {
  const caps = new Map<string, unknown>(Object.entries(plan));
  return {
    id: account.id,
    standing: findStanding(account),
    credits_remaining: credits.balance - credits.held,
    credits_held: credits.held,
    plan: Object.fromEntries(
      Object.keys(planOptions).map((cap) => [toSnakeCase(cap), caps.get(cap)]),
    ),
    webhook: toPrintedWebhook(account.webhook),
    ...toPrinted(account, [
      'createdAtMs',
      'email',
      'emailVerifiedAtMs',
      'suspendedAtMs',
      'deletionScheduledForMs',
      'deletedAtMs',
    ]),
  };
}

/** The first reason why the account may not spend; `active` where there is none. */
function findStanding(account: Omit<AccountView, 'credits' | 'plan'>): string {
  if (account.deletedAtMs !== undefined) return 'deleted';
  if (account.emailVerifiedAtMs === undefined) return 'unverified';
  if (account.deletionScheduledForMs !== undefined) return 'deletion_pending';
  return account.suspendedAtMs === undefined ? 'active' : 'suspended';
}
