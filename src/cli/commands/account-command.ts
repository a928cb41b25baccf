import { InvalidArgumentError, type Command } from 'commander';
import type { AccountView, PlanCaps, Service } from '../../service/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { withFieldNames } from '../output/command-words.ts';
import {
  addDataOptions,
  addListOptions,
  parseCount,
  type ListOptions,
  type StoreCommandOptions,
} from '../options/data-options.ts';
import {
  printRecord,
  printRecords,
  toMoment,
  type PrintedRecord,
} from '../output/print-records.ts';
import {
  addWebhookOptions,
  webhookFieldNames,
  toPrintedWebhook,
  parseWebhookOptions,
  type WebhookOptions,
} from '../options/webhook-options.ts';
import { withService } from '../options/with-service.ts';

interface PlanOptions {
  readonly planRpm?: number;
  readonly planConcurrent?: number;
  readonly planRuns?: number;
  readonly planPages?: number;
  readonly schedules?: boolean;
}

interface CreateOptions extends StoreCommandOptions, PlanOptions {
  readonly credits: number;
  readonly email?: string;
  readonly unverified?: boolean;
}

/** `gleaner account …`. */
export function addAccountCommand(program: Command, io: CommandIo): void {
  const group = program.command('account').description('Accounts: credits, plans, standing.');

  addDataOptions(
    addPlanOptions(group.command('create'))
      .description('Create an account.')
      .option('--credits <number>', 'what it can spend at first', parseCredits, 0)
      .option('--email <address>', 'its owner signs in to the dashboard by it')
      .option('--unverified', 'its e-mail address is yet to be verified'),
  ).action((options: CreateOptions) =>
    withService({ ...options, mayCreate: true }, io, async (service) => {
      const { credits, email, unverified = false } = options;
      const input = { credits, email, emailVerified: !unverified, plan: toPlan(options) };
      printRecord(toPrintedAccount(await service.accounts.create(input)), options, io);
    }),
  );

  addListOptions(group.command('list').description('List the accounts, oldest first.')).action(
    (options: ListOptions) =>
      withService(options, io, async (service) => {
        const accounts = await service.accounts.list({ limit: options.limit });
        const columns = ['id', 'credits_remaining', 'standing', 'created_at'];
        printRecords(accounts.map(toPrintedAccount), columns, options, io);
      }),
  );

  const addChange = (
    name: string,
    description: string,
    change: (service: Service, id: string) => Promise<AccountView>,
  ): void => {
    addDataOptions(group.command(name).description(description).argument('<id>')).action(
      (id: string, options: StoreCommandOptions) =>
        withService(options, io, async (service) => {
          printRecord(toPrintedAccount(await change(service, id)), options, io);
        }),
    );
  };
  addChange('show', 'Show an account.', ({ accounts }, id) => accounts.get(id));
  addChange(
    'verify-email',
    'Its e-mail address is verified: the account may spend.',
    ({ accounts }, id) => accounts.verifyEmail(id),
  );
  addChange('suspend', 'It may not spend until it is resumed.', ({ accounts }, id) =>
    accounts.suspend(id),
  );
  addChange('resume', 'End a suspension.', ({ accounts }, id) => accounts.resume(id));
  addChange(
    'request-deletion',
    'Begin its 30 days of grace, in which it cannot spend.',
    ({ accounts }, id) => accounts.requestDeletion(id),
  );
  addChange('cancel-deletion', 'Leave everything as it was before.', ({ accounts }, id) =>
    accounts.cancelDeletion(id),
  );
  addChange(
    'confirm-deletion',
    'Delete it at once and for ever: its runs stop, its keys are revoked.',
    ({ accounts }, id) => accounts.confirmDeletion(id),
  );

  addDataOptions(
    group
      .command('grant')
      .description('Add credits; a negative number takes some back.')
      .argument('<id>')
      .argument('<credits>', 'whole number', parseCredits),
  ).action((id: string, credits: number, options: StoreCommandOptions) =>
    withService(options, io, async (service) => {
      const account = await withFieldNames({ credits: '<credits>' }, () =>
        service.accounts.grant(id, credits),
      );
      printRecord(toPrintedAccount(account), options, io);
    }),
  );

  addDataOptions(
    addPlanOptions(
      group
        .command('set-plan')
        .description('Change its caps; those that are not named stay.')
        .argument('<id>')
        // Before its opposite, so that neither of them is the default.
        .option('--schedules', 'schedules are allowed'),
    ),
  ).action((id: string, options: StoreCommandOptions & PlanOptions) =>
    withService(options, io, async (service) => {
      const account = await service.accounts.setPlan(id, toPlan(options));
      printRecord(toPrintedAccount(account), options, io);
    }),
  );

  addDataOptions(
    addWebhookOptions(
      group
        .command('set-webhook')
        .description('Set the webhook for recipes without one; without options, remove it.')
        .argument('<id>'),
    ),
  ).action((id: string, options: StoreCommandOptions & WebhookOptions) =>
    withService(options, io, async (service) => {
      const account = await withFieldNames(webhookFieldNames, () =>
        service.accounts.setWebhook(id, parseWebhookOptions(options)),
      );
      printRecord(toPrintedAccount(account), options, io);
    }),
  );
}

function addPlanOptions(command: Command): Command {
  return command
    .option('--plan-rpm <number>', 'requests a minute', parseCount)
    .option('--plan-concurrent <number>', 'requests at once', parseCount)
    .option('--plan-runs <number>', 'runs in 30 days', parseCredits)
    .option('--plan-pages <number>', 'pages a run', parseCount)
    .option('--no-schedules', 'no schedules');
}

/** The caps that the options name; the others stay, or are the defaults. */
function toPlan(options: PlanOptions): Partial<PlanCaps> {
  const { planRpm, planConcurrent, planRuns, planPages, schedules } = options;
  return {
    ...(planRpm === undefined ? {} : { requestsPerMinute: planRpm }),
    ...(planConcurrent === undefined ? {} : { inFlight: planConcurrent }),
    ...(planRuns === undefined ? {} : { runsPerMonth: planRuns }),
    ...(planPages === undefined ? {} : { pagesPerRun: planPages }),
    ...(schedules === undefined ? {} : { schedulesAllowed: schedules }),
  };
}

function parseCredits(value: string): number {
  if (!/^-?\d{1,15}$/.test(value)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(value);
}

function toPrintedAccount({ credits, plan, ...account }: AccountView): PrintedRecord {
  return {
    id: account.id,
    standing: findStanding(account),
    credits_remaining: credits.balance - credits.held,
    credits_held: credits.held,
    plan: {
      requests_per_minute: plan.requestsPerMinute,
      in_flight: plan.inFlight,
      runs_per_month: plan.runsPerMonth,
      pages_per_run: plan.pagesPerRun,
      schedules_allowed: plan.schedulesAllowed,
    },
    webhook: toPrintedWebhook(account.webhook),
    created_at: toMoment(account.createdAtMs),
    email: account.email ?? null,
    email_verified_at: toMoment(account.emailVerifiedAtMs),
    suspended_at: toMoment(account.suspendedAtMs),
    deletion_scheduled_for: toMoment(account.deletionScheduledForMs),
    deleted_at: toMoment(account.deletedAtMs),
  };
}

/** The first reason why the account may not spend; `active` where there is none. */
function findStanding(account: Omit<AccountView, 'credits' | 'plan'>): string {
  if (account.deletedAtMs !== undefined) return 'deleted';
  if (account.emailVerifiedAtMs === undefined) return 'unverified';
  if (account.deletionScheduledForMs !== undefined) return 'deletion_pending';
  return account.suspendedAtMs === undefined ? 'active' : 'suspended';
}
