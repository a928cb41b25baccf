/** Every state of a run. */
export const runStatus = {
  enum: ['queued', 'running', 'completed', 'failed', 'cancelled'],
} as const;

/** ISO 8601, UTC. */
export const timestamp = { type: 'string', format: 'date-time' } as const;

/** Null until it is known. */
export const nullableTimestamp = { type: ['string', 'null'], format: 'date-time' } as const;
