import type { DispatchInput } from '../../service/runs/dispatch-run.ts';
import { fromWire, withWireIssues, type WireFields } from '../wire-fields.ts';
import type { Route } from '../route.ts';
import { pageErrors } from './page-errors.ts';
import { runStatus, timestamp } from './run-schema.ts';
import { toTimestamp } from './to-timestamp.ts';

const fields: WireFields = { variables: 'variables', maxPages: 'max_pages' };

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
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        variables: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Values for the recipe’s variables.',
        },
        max_pages: {
          type: 'integer',
          minimum: 1,
          description: 'Pages to extract at most; the plan’s cap holds all the same.',
        },
      },
    },
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
  async answer({ service, account, parameters, body, idempotencyKey }) {
    const run = await withWireIssues(fields, () =>
      service.dispatchRun({
        ...(fromWire(body, fields) as Pick<DispatchInput, 'variables' | 'maxPages'>),
        account,
        recipeId: parameters['id'] ?? '',
        idempotencyKey,
      }),
    );
    return {
      data: {
        run_id: run.id,
        recipe_id: run.recipeId,
        // Whatever became of it meanwhile: the contract has it so, and a poll says the truth.
        run_status: 'running',
        poll_url: `/v1/smartbrowse/runs/${run.id}`,
        created_at: toTimestamp(run.createdAtMs),
      },
    };
  },
};
