import type { Run } from '../../contracts/store/run-store.ts';
import type { Route } from '../route.ts';
import { nullableTimestamp, runStatus, timestamp } from './run-schema.ts';
import { toTimestamp } from './to-timestamp.ts';

const count = { type: 'integer', minimum: 0 } as const;

/** `GET /smartbrowse/runs/{id}`. */
export const pollRoute: Route = {
  method: 'get',
  path: '/smartbrowse/runs/{id}',
  operationId: 'getRun',
  summary: 'Poll a run',
  description:
    'Free and not rate-limited. Poll until `run_status` is `completed`, `failed` or `cancelled`.',
  isPaid: false,
  success: {
    status: 200,
    envelope: 'completed',
    description: 'The run as it stands.',
    data: {
      type: 'object',
      required: [
        'id',
        'recipe_id',
        'run_status',
        'pages_extracted',
        'items_extracted',
        'credits_used',
        'created_at',
        'started_at',
        'completed_at',
      ],
      properties: {
        id: { type: 'string' },
        recipe_id: { type: 'string' },
        run_status: runStatus,
        pages_extracted: count,
        items_extracted: count,
        credits_used: count,
        created_at: timestamp,
        started_at: nullableTimestamp,
        completed_at: nullableTimestamp,
        error: { type: 'string', description: 'Only of failed and cancelled runs.' },
        result: {
          type: 'object',
          description: 'Only of completed runs.',
          required: ['pages', 'mode', 'drift', 'warnings'],
          properties: {
            pages: {
              type: 'array',
              items: {
                type: 'object',
                required: ['items'],
                properties: { items: { type: 'array', items: { type: 'object' } } },
              },
            },
            mode: { enum: ['replay', 'healed'] },
            drift: { type: 'number', minimum: 0, maximum: 1 },
            warnings: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
  errors: ['unauthorized', 'not_found', 'internal_error'],
  async answer({ service, account, parameters }) {
    const reference = { account, id: parameters['id'] ?? '' };
    const { run, creditsRemaining } = await service.pollRun(reference);
    return { data: toWireRun(run), creditsUsed: 0, creditsRemaining };
  },
};

function toWireRun(run: Run): Readonly<Record<string, unknown>> {
  return {
    id: run.id,
    recipe_id: run.recipeId,
    run_status: run.status,
    pages_extracted: run.pagesExtracted,
    items_extracted: run.itemsExtracted,
    credits_used: run.creditsUsed,
    created_at: toTimestamp(run.createdAtMs),
    started_at: toTimestamp(run.startedAtMs),
    completed_at: toTimestamp(run.completedAtMs),
    ...(run.error === undefined ? {} : { error: run.error }),
    ...(run.result === undefined ? {} : { result: run.result }),
  };
}
