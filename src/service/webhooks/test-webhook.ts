import type { Run } from '../../contracts/store/run-store.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { requireLivingAccount } from '../require-account.ts';
import { unknownEntity } from '../../stores/rules/store-errors.ts';
import type { ServiceContext } from '../service-context.ts';
import { toWebhookBody } from './to-webhook-body.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Which webhook to try: the recipe's own, else the account's. */
export interface WebhookTrial {
  readonly account: string;
  readonly recipeId?: string | undefined;
}

/** How a trial of a webhook went. */
export interface WebhookTrialResult {
  readonly url: string;
  readonly requestBody: string;
  readonly responseStatus?: number;
  /** The first 4,096 bytes of the answer. */
  readonly responseBody?: string;
  /** Why it failed; absent where the receiver answered with 2xx. */
  readonly error?: string;
  readonly durationMs: number;
}

/** The receiver is somebody's server: a person tries a webhook now and then. */
const limits = { requestsPerMinute: 5, inFlight: 1 } as const;

/** Posts the event of a run that never was, at once and by the guard and the deadline of every delivery. */
export async function testWebhook(
  { account, recipeId }: WebhookTrial,
  sender: Pick<WebhookSender, 'attempt'>,
  context: ServiceContext,
): Promise<WebhookTrialResult> {
  const { store, clock, rateLimiter } = context;
  const owner = await requireLivingAccount(account, context);
  const recipe =
    recipeId === undefined ? undefined : await store.recipes.find({ account, id: recipeId });
  if (recipeId !== undefined && recipe === undefined) throw unknownEntity('recipe', recipeId);
  const webhook = recipe?.webhook ?? owner.webhook;
  if (webhook === undefined) {
    throw new GleanerError('not_found', 'There is no webhook to try: set its URL first.');
  }
  const admission = rateLimiter.admit(`webhook ${account}`, limits);
  try {
    const { url, headers } = webhook;
    const nowMs = clock.nowMs();
    const requestBody = JSON.stringify(
      toWebhookBody(sampleRun(account, recipeId, nowMs), sample, nowMs),
    );
    const startedMs = clock.monotonicMs();
    const outcome = await sender.attempt({ id: 'test', url, headers, body: requestBody });
    const durationMs = Math.round(clock.monotonicMs() - startedMs);
    return { url, requestBody, ...outcome, durationMs };
  } finally {
    admission.leave();
  }
}

const sample = {
  status: 'completed',
  pagesExtracted: 1,
  itemsExtracted: 1,
  credits: 0,
  clampedByCredits: false,
  result: { pages: [], mode: 'replay', drift: 0, warnings: ['This is a test delivery.'] },
} as const;

function sampleRun(account: string, recipeId = 'test', nowMs: number): Run {
  return {
    id: 'test',
    account,
    recipeId,
    status: 'completed',
    variables: {},
    effectiveCap: 1,
    clampedByCredits: false,
    creditsPerPage: 0,
    pagesExtracted: 1,
    itemsExtracted: 1,
    creditsUsed: 0,
    createdAtMs: nowMs,
  };
}
