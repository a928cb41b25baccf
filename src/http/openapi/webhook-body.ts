import type { JsonSchema } from '../../contracts/extractor.ts';
import { count, timestamp } from '../routes/wire-schemas.ts';

const event = { enum: ['completed', 'failed', 'cancelled'] } as const;

/** The schema of what is posted when a run ends: section 6 of the HTTP contract. */
export const webhookBody: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'event',
    'timestamp',
    'run_id',
    'recipe_id',
    'status',
    'pages_extracted',
    'items_extracted',
    'credits_used',
    'mode',
    'drift',
    'warnings',
    'error',
  ],
  properties: {
    event,
    timestamp,
    run_id: { type: 'string' },
    recipe_id: { type: 'string' },
    status: event,
    pages_extracted: count,
    items_extracted: count,
    credits_used: count,
    mode: { type: 'string', description: 'Empty on a failed run.' },
    drift: { type: 'number', description: '0 on a failed run.' },
    warnings: { type: 'array', items: { type: 'string' } },
    error: { type: 'string', description: 'Empty on success.' },
  },
};
