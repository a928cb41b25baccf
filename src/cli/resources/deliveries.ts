import { toPrinted } from '../output/print-records.ts';
import { type ListOptions, type Resource, listCommand, requireOwned } from './resource.ts';

interface DeliveryOptions extends ListOptions {
  readonly run?: string;
}

/** `gleaner deliveries …`. */
export const deliveries: Resource = {
  name: 'deliveries',
  description: 'The log of webhooks.',
  commands: [
    listCommand<DeliveryOptions>({
      description: 'List what was posted where, and how it was answered; newest first.',
      columns: ['created_at', 'run_id', 'event', 'state', 'response_status', 'error'],
      declare: (command) => command.option('--run <id>', 'only of this run'),
      async read(service, account, { run, limit }) {
        const query = { account, limit, ...(run === undefined ? {} : { runId: run }) };
        return (await service.listDeliveries(query)).map((delivery) =>
          toPrinted(delivery, [
            'id',
            'account',
            'runId',
            'event',
            'url',
            'state',
            'responseStatus',
            'error',
            'createdAtMs',
            'attemptedAtMs',
            'completedAtMs',
          ]),
        );
      },
      // A run may be gone before its deliveries are.
      look: async (service, { account, run: id }) =>
        id === undefined
          ? undefined
          : requireOwned(service, account, (account) => service.getRun({ account, id })),
    }),
  ],
};
