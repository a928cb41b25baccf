import type { Route } from './route.ts';
import { count, nullableTimestamp, runStatus, timestamp, toTimestamp } from './wire-schemas.ts';

/** `GET /smartbrowse/usage`. */
export const usageRoute: Route = {
  method: 'get',
  path: '/smartbrowse/usage',
  operationId: 'getUsage',
  summary: 'What the account has used of its plan',
  description: 'Free and not rate-limited.',
  isPaid: false,
  success: {
    status: 200,
    envelope: 'completed',
    description: 'The usage report.',
    data: {
      type: 'object',
      required: [
        'runs_used_30d',
        'runs_per_month_cap',
        'pages_per_run_cap',
        'cost_per_page',
        'schedules_count',
        'schedules_allowed',
        'last_run',
      ],
      properties: {
        runs_used_30d: { ...count, description: 'In the rolling 30 days.' },
        runs_per_month_cap: count,
        pages_per_run_cap: count,
        cost_per_page: { ...count, description: 'Credits.' },
        schedules_count: count,
        schedules_allowed: { type: 'boolean' },
        last_run: {
          type: ['object', 'null'],
          required: [
            'id',
            'status',
            'pages_extracted',
            'effective_cap',
            'clamped_by_credits',
            'created_at',
            'completed_at',
          ],
          properties: {
            id: { type: 'string' },
            status: runStatus,
            pages_extracted: count,
            effective_cap: count,
            clamped_by_credits: { type: 'boolean' },
            created_at: timestamp,
            completed_at: nullableTimestamp,
          },
        },
      },
    },
  },
  errors: ['unauthorized', 'internal_error'],
  async call({ service, account }) {
    const usage = await service.usage(account);
    const { lastRun } = usage;
    return {
      data: {
        runs_used_30d: usage.runsUsed30d,
        runs_per_month_cap: usage.runsPerMonthCap,
        pages_per_run_cap: usage.pagesPerRunCap,
        cost_per_page: usage.costPerPage,
        schedules_count: usage.schedulesCount,
        schedules_allowed: usage.schedulesAllowed,
        last_run:
          lastRun === undefined
            ? null
            : {
                id: lastRun.id,
                status: lastRun.status,
                pages_extracted: lastRun.pagesExtracted,
                effective_cap: lastRun.effectiveCap,
                clamped_by_credits: lastRun.clampedByCredits,
                created_at: toTimestamp(lastRun.createdAtMs),
                completed_at: toTimestamp(lastRun.completedAtMs),
              },
      },
      creditsUsed: 0,
      creditsRemaining: usage.creditsRemaining,
    };
  },
};
