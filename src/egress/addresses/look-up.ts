import { lookup as systemLookup } from 'node:dns/promises';
import { toDuration } from '../../errors/to-duration.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { raceSignal } from '../../signals/race-signal.ts';

/** An IP address that a host name resolves to. */
export interface ResolvedAddress {
  /** Strict spelling, without brackets or zone. */
  readonly address: string;
  readonly family: 4 | 6;
}

/** Resolves to all addresses of a host name; rejects when there are none. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;

interface LookUpInput {
  readonly hostname: string;
  readonly lookup: Lookup;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** All addresses of a name, at least one, unchecked; `validation_failed` when there are none in time. */
export async function lookUp(input: LookUpInput): Promise<readonly ResolvedAddress[]> {
  const { hostname, timeoutMs, signal } = input;
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  let addresses: readonly ResolvedAddress[];
  try {
    addresses = await raceSignal(input.lookup(hostname, either), either);
  } catch (cause) {
    signal.throwIfAborted();
    const message = timeout.aborted
      ? `Looking up "${hostname}" took longer than ${toDuration(timeoutMs)}.`
      : `Could not find the address of "${hostname}": check the spelling of the host name.`;
    throw new GleanerError('validation_failed', message, {
      details: { reason: timeout.aborted ? 'timed_out' : 'fetch_failed' },
      cause,
    });
  }
  if (addresses.length > 0) return addresses;
  throw new GleanerError('validation_failed', `The host name "${hostname}" has no address.`, {
    details: { reason: 'fetch_failed' },
  });
}

/** The operating system's resolver: it knows the hosts file, as every other program on the machine does. */
export async function lookUpBySystem(hostname: string): Promise<readonly ResolvedAddress[]> {
  const answers = await systemLookup(hostname, { all: true, order: 'verbatim' });
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
