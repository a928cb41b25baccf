/**
 * What a failed statement means for what may be done next: `again` – another transaction was in the way, nothing was
 * changed, and doing it again may succeed; `lost` – the database cannot be reached, or has ended the connection; `busy` –
 * it works, but took longer than it may; `forbidden` – the user or the database is a wrong one; `wrong` – it will fail again.
 */
export interface Fault {
  readonly kind: 'again' | 'lost' | 'busy' | 'forbidden' | 'wrong';
  /** Why, for people. */
  readonly reason: string;
}

/**
 * Codes of PostgreSQL, see https://www.postgresql.org/docs/current/errcodes-appendix.html. A unique violation is that of a row
 * which a concurrent transaction wrote after the operation had looked: when it looks again, it finds it.
 */
const kinds: ReadonlyMap<string, Fault> = new Map([
  ['40001', { kind: 'again', reason: 'concurrent changes were in the way' }],
  ['40P01', { kind: 'again', reason: 'concurrent changes were in the way' }],
  ['23505', { kind: 'again', reason: 'the same was written at the same time' }],
  ['55P03', { kind: 'busy', reason: 'a row was locked by another change for too long' }],
  ['57014', { kind: 'busy', reason: 'a statement took too long' }],
  ['53100', { kind: 'busy', reason: 'its disk is full' }],
  ['53200', { kind: 'busy', reason: 'it has no memory left' }],
  ['53300', { kind: 'lost', reason: 'it has no connection left' }],
  ['25P03', { kind: 'lost', reason: 'a change paused for too long' }],
  ['25006', { kind: 'lost', reason: 'it can only be read at the moment' }],
]);
/** Connection failures, and a server that is starting or stopping. */
const lostClasses = /^(?:08|57P)/;
/** The user, its password, the database or its rights. */
const forbiddenClasses = /^(?:28|3D|42501)/;
/** `pg` words its own faults, without codes. */
const poolIsBusy = /^timeout exceeded when trying to connect$/;
const connectionIsLost =
  /^Connection terminated|^Client (?:has encountered a connection error|was closed)|^Query read timeout$|^Cannot use a pool/;
const systemCodes =
  /^(?:E(?:CONNREFUSED|CONNRESET|CONNABORTED|TIMEDOUT|PIPE|NOENT|NOTFOUND|HOSTUNREACH|NETUNREACH|AI_AGAIN|ADDRNOTAVAIL|MFILE)|ERR_STREAM_\w+|ERR_SOCKET_\w+)$/;

/** What an error of `pg` or of a socket means; `undefined` for any other error. */
export function findFault(error: unknown): Fault | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('severity' in error) {
    const known = kinds.get(code);
    if (known !== undefined) return known;
    if (lostClasses.test(code)) return { kind: 'lost', reason: 'it closed the connection' };
    if (forbiddenClasses.test(code)) return { kind: 'forbidden', reason: error.message };
    return { kind: 'wrong', reason: error.message };
  }
  if (poolIsBusy.test(error.message)) return { kind: 'busy', reason: 'all connections are in use' };
  if (systemCodes.test(code) || connectionIsLost.test(error.message)) {
    return { kind: 'lost', reason: code === '' ? 'the connection ended' : code };
  }
  return undefined;
}
