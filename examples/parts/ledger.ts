import type { Ledger } from 'gleaner';

/** Credits that an account spent, or was given. */
export interface Booking {
  readonly kind: 'post' | 'grant';
  /** The hold that was posted, or the account that was granted credits. */
  readonly reference: string;
  readonly credits: number;
}

/**
 * Hands on what another ledger booked, for example to an invoice.
 *
 * `createGleaner({ ledger: bookingLedger(memoryLedger({ accounts: { acme: 500 } }), console.log) })`
 */
export function bookingLedger(ledger: Ledger, onBooking: (booking: Booking) => void): Ledger {
  return {
    name: ledger.name,
    hold: (request) => ledger.hold(request),
    extend: (holdId, credits) => ledger.extend(holdId, credits),
    async post(holdId, credits) {
      const balance = await ledger.post(holdId, credits);
      onBooking({ kind: 'post', reference: holdId, credits });
      return balance;
    },
    void: (holdId) => ledger.void(holdId),
    balance: (account) => ledger.balance(account),
    async grant(account, credits) {
      const balance = await ledger.grant(account, credits);
      onBooking({ kind: 'grant', reference: account, credits });
      return balance;
    },
  };
}
