import { z } from 'zod';
import type { PlanCaps } from '../../contracts/store/account-store.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { parseInput } from '../../operations/parse-input.ts';

/** Nobody sells more, and sums stay exact. */
const maxCredits = 1_000_000_000_000;

const shape = z.strictObject({
  requestsPerMinute: z.int().min(1).optional(),
  inFlight: z.int().min(1).optional(),
  runsPerMonth: z.int().min(0).optional(),
  pagesPerRun: z.int().min(1).optional(),
  schedulesAllowed: z.boolean().optional(),
});

/** Caps of a plan: those given, the others as in `base`; throws `invalid_request`. */
export function parsePlan(input: unknown, base: PlanCaps): PlanCaps {
  const { fields, issues } = parseInput(shape, input);
  if (fields === undefined) throw invalidRequest('set the plan', issues);
  return {
    requestsPerMinute: fields.requestsPerMinute ?? base.requestsPerMinute,
    inFlight: fields.inFlight ?? base.inFlight,
    runsPerMonth: fields.runsPerMonth ?? base.runsPerMonth,
    pagesPerRun: fields.pagesPerRun ?? base.pagesPerRun,
    schedulesAllowed: fields.schedulesAllowed ?? base.schedulesAllowed,
  };
}

/** Throws `invalid_request` unless it is a number of credits that can be granted. */
export function checkCredits(
  credits: number,
  { mayBeNegative = false }: { readonly mayBeNegative?: boolean } = {},
): void {
  const least = mayBeNegative ? -maxCredits : 0;
  if (Number.isInteger(credits) && credits >= least && credits <= maxCredits) return;
  throw invalidRequest('grant credits', [
    { path: '/credits', message: `Expected a whole number from ${least} to ${maxCredits}.` },
  ]);
}
