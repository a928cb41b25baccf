import type { SignedIn } from '../../runtime/contracts/store/sign-in-store.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { createRateLimiter } from '../../core/billing/create-rate-limiter.ts';
import type { Clock } from '../../runtime/contracts/clock.ts';
import type { Service } from '../../service/create-service.ts';

/** Who may call: anyone, a person who is signed in, the owner of an account for that account, or the operator. */
export type Access = 'anyone' | 'signed-in' | 'account' | 'operator';

/** Throws `unauthorized` or `forbidden` where the one who is signed in may not call. */
function checkAccess(access: Access, signedIn: SignedIn | undefined): void {
  if (access === 'anyone') return;
  if (signedIn === undefined) {
    throw new GleanerError(
      'unauthorized',
      'You are not signed in, or your session is over: sign in.',
    );
  }
  if (access === 'account' && signedIn.account === undefined) {
    throw new GleanerError(
      'forbidden',
      'This is for the owner of an account: the operator has none.',
    );
  }
  if (access === 'operator' && signedIn.account !== undefined) {
    throw new GleanerError('forbidden', 'This is for the operator alone.');
  }
}

/**
 * Throws `forbidden` for a request that a page of another origin makes, scheme and port included: cookies go along with requests of all
 * ports of a host. `origin` is the own one, by default that of the request's URL. A change has to say where it comes from; a read
 * may be made by a person who opens an address.
 */
export function checkOrigin({ method, url, headers }: Request, origin: string | undefined): void {
  const given = headers.get('origin');
  if (given !== null) {
    const own = origin ?? new URL(url).origin;
    if (given === own) return;
    const isProxied = origin === undefined && given === own.replace(/^http:/, 'https:');
    throw refuse(isProxied ? proxied : foreign);
  }
  if (method !== 'GET' && method !== 'HEAD') throw refuse(missing);
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') throw refuse(foreign);
}

const missing = 'The request has no Origin header: changes are made from this service’s own pages.';
const foreign = 'The request comes from a page of another origin: open this service’s own pages.';
const proxied =
  'The request comes from a page by https, and arrived by http: behind a proxy that ends TLS, name the public address (`origin`, --origin or GLEANER_ORIGIN).';

function refuse(message: string): GleanerError<'forbidden'> {
  return new GleanerError('forbidden', message);
}

/** A call to let in. */
interface GatedCall {
  /** Who makes it; `undefined` where no one is signed in, or where anyone may call. */
  readonly signedIn: SignedIn | undefined;
  /** The client's address. One that is not known has no count: all would share it. */
  readonly client: string | undefined;
  readonly access: Access;
  /** What the account's minute counts it as. */
  readonly kind: 'dashboard' | 'input';
  /** Whether it is not counted of those who are not signed in. @default false */
  readonly isFreeForStrangers?: boolean;
}

/** Counts calls and lets them in: an account's by its plan, those of strangers in this process. */
export interface Gate {
  /** Rejects with `unauthorized`, `forbidden`, or `rate_limited`: for strangers that is beyond 300 calls of a client in a minute. */
  admit(call: GatedCall): Promise<void>;
}

/** As many as an account has by default. */
const limits = { requestsPerMinute: 300, inFlight: Infinity } as const;

/** Has counted nothing of strangers yet. */
export function createGate(service: Pick<Service, 'countCall'>, clock: Clock): Gate {
  const limiter = createRateLimiter(clock);

  function countStranger(client: string): void {
    try {
      limiter.admit(client, limits).leave();
    } catch (error) {
      if (!isGleanerError(error, 'rate_limited')) throw error;
      const { details } = error;
      const message = `There were too many calls from your address: sign in, or try again in ${details.retryAfterSeconds} s.`;
      throw new GleanerError('rate_limited', message, { details, cause: error });
    }
  }

  return {
    async admit({ signedIn, client, access, kind, isFreeForStrangers = false }) {
      if (signedIn?.account !== undefined) {
        await service.countCall({ account: signedIn.account, kind });
      } else if (signedIn === undefined && client !== undefined && !isFreeForStrangers) {
        countStranger(client);
      }
      checkAccess(access, signedIn);
    },
  };
}
