import type { Command } from 'commander';
import type { Delivery } from '../../service/index.ts';
import type { CommandIo } from '../output/command-io.ts';
import { addListOptions, listAccounts, type ListOptions } from '../options/data-options.ts';
import { printRecords, toMoment, type PrintedRecord } from '../output/print-records.ts';
import { withService } from '../options/with-service.ts';

interface DeliveryOptions extends ListOptions {
  readonly run?: string;
}

/** `gleaner deliveries …`. */
export function addDeliveriesCommand(program: Command, io: CommandIo): void {
  const group = program.command('deliveries').description('The log of webhooks.');

  addListOptions(
    group
      .command('list')
      .description('List what was posted where, and how it was answered; newest first.')
      .option('--run <id>', 'only of this run'),
  ).action((options: DeliveryOptions) =>
    withService(options, io, async (service) => {
      const { run, limit } = options;
      const deliveries: PrintedRecord[] = [];
      for await (const account of listAccounts(service, options.account)) {
        const query = { account, limit, ...(run === undefined ? {} : { runId: run }) };
        deliveries.push(...(await service.listDeliveries(query)).map(toPrintedDelivery));
      }
      const columns = ['created_at', 'run_id', 'event', 'state', 'response_status', 'error'];
      printRecords(deliveries, columns, options, io);
    }),
  );
}

function toPrintedDelivery(delivery: Delivery): PrintedRecord {
  return {
    id: delivery.id,
    account: delivery.account,
    run_id: delivery.runId,
    event: delivery.event,
    url: delivery.url,
    state: delivery.state,
    response_status: delivery.responseStatus ?? null,
    error: delivery.error ?? null,
    created_at: toMoment(delivery.createdAtMs),
    attempted_at: toMoment(delivery.attemptedAtMs),
    completed_at: toMoment(delivery.completedAtMs),
  };
}
