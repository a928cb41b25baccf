import type { Run, RunResult } from '../../contracts/store/run-store.ts';
import type { Route } from './route.ts';
import { toDoorText } from '../../errors/to-door-error.ts';
import { httpWords } from '../request/http-words.ts';
import { count, nullableTimestamp, runStatus, timestamp, toTimestamp } from './wire-schemas.ts';

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
  async call({ service, account, parameters }) {
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
    ...(run.error === undefined ? {} : { error: toDoorText(run.error, words) }),
    ...(run.result === undefined ? {} : { result: toWireResult(run.result) }),
  };
}

/** What is left of the library's words in a run's texts is advice: a run has no fields. */
const words = httpWords({});

function toWireResult(result: RunResult): RunResult {
  return { ...result, warnings: result.warnings.map((warning) => toDoorText(warning, words)) };
}
