import { ledgerBilling } from '../../src/core/billing/ledger-billing.ts';
import type { RateLimits } from '../../src/runtime/contracts/store/request-store.ts';
import type { Ledger } from '../../src/runtime/contracts/ledger.ts';
import { createEngine } from '../../src/core/engine/create-engine.ts';
import { resolveOptions } from '../../src/core/engine/gleaner-options.ts';
import type { OperationContext } from '../../src/core/operations/operation-context.ts';

export interface ContextChanges extends Partial<OperationContext> {
  /** Of the billing. */
  readonly ledger?: Ledger;
  readonly limitsOf?: (account: string | undefined) => RateLimits;
}

/** The context that an engine without options works in, with some parts changed. */
export function operationContext({
  ledger,
  limitsOf,
  ...changes
}: ContextChanges = {}): OperationContext {
  const { clock } = changes;
  const options = resolveOptions(clock === undefined ? {} : { clock });
  const { context } = createEngine(options, new AbortController().signal);
  const billing = ledgerBilling({
    ledger: ledger ?? options.ledger,
    limitsOf: limitsOf ?? options.limitsOf,
    clock: context.clock,
    createId: () => context.createId('request'),
    closing: context.closing,
  });
  return { ...context, billing, ...changes };
}
