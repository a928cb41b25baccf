import { dispatchInputFields, type DispatchInput } from '../../service/runs/dispatch-input.ts';
import type { Route } from './route.ts';
import { pageErrors, runStatus, timestamp, toTimestamp } from './wire-schemas.ts';

/** `POST /smartbrowse/recipes/{id}/run`. */
export const dispatchRoute: Route = {
  method: 'post',
  path: '/smartbrowse/recipes/{id}/run',
  operationId: 'dispatchRun',
  summary: 'Run a stored recipe',
  description:
    'Queues a run and returns at once. 2 credits for each page extracted, charged when the run completes; one page must be affordable. Follow it by its poll URL or by webhook.',
  isPaid: true,
  body: {
    isRequired: false,
    fields: dispatchInputFields,
  },
  success: {
    status: 202,
    envelope: 'queued',
    description: 'The run was accepted. Nothing is charged yet.',
    data: {
      type: 'object',
      required: ['run_id', 'recipe_id', 'run_status', 'poll_url', 'created_at'],
      properties: {
        run_id: { type: 'string' },
        recipe_id: { type: 'string' },
        run_status: runStatus,
        poll_url: { type: 'string', description: 'Path of the poll endpoint.' },
        created_at: timestamp,
      },
    },
  },
  errors: [...pageErrors.filter((code) => code !== 'validation_failed'), 'not_found'],
  async call({ service, account, parameters, input, idempotencyKey }) {
    const run = await service.dispatchRun({
      // The operation checks what it is given.
      ...(input as Pick<DispatchInput, 'variables' | 'maxPages'>),
      account,
      recipeId: parameters['id'] ?? '',
      idempotencyKey,
    });
    return {
      data: {
        run_id: run.id,
        recipe_id: run.recipeId,
        // The contract has it so, whatever the state of the run is by now; a poll gives the state.
        run_status: 'running',
        poll_url: `/v1/smartbrowse/runs/${run.id}`,
        created_at: toTimestamp(run.createdAtMs),
      },
    };
  },
};
