import { BlockList, isIP } from 'node:net';
import { lookup as systemLookup } from 'node:dns/promises';
import { toDuration } from '../../runtime/errors/shown-text.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';

// IANA "IPv4 Special-Purpose Address Registry", whole blocks, also those marked globally reachable
// (AS112, AMT): no page is served there. 224.0.0.0/4 is the multicast registry's.
const closedV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

// Within 2000::/3, the only global unicast space handed out so far. Everything that embeds an IPv4
// address (mapped, NAT64, 6to4, Teredo) lies outside it or in one of these.
const closedV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, prefix] of closedV4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of closedV6) closed.addSubnet(network, prefix, 'ipv6');

const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address is an ordinary public one. Takes the strict spellings that resolvers and the
 * URL parser give; every other one (`127.1`, a zone, brackets) is not public.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return (
        !address.includes('%') && globalV6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
      );
    default:
      return false;
  }
}

/** Addresses beyond the public ones that the embedder opened. */
interface AllowList {
  readonly isEmpty: boolean;
  /** Strict spellings only, as in `isPublicAddress`. */
  allows(address: string, port: number): boolean;
}

/** Reads `10.0.0.0/8`, `127.0.0.1/32:8080`, `fd00::/8`, `[::1]/128:8080`; throws a `TypeError` that says which entry is wrong. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const rules = entries.map(parseRule);
  return {
    isEmpty: rules.length === 0,
    allows(address, port) {
      const version = isIP(address);
      if (version === 0 || address.includes('%')) return false;
      return rules.some(
        (rule) =>
          rule.version === version &&
          (rule.port === undefined || rule.port === port) &&
          rule.block.check(address, version === 4 ? 'ipv4' : 'ipv6'),
      );
    },
  };
}

interface Rule {
  readonly block: BlockList;
  readonly version: number;
  readonly port: number | undefined;
}

const rulePattern = /^(?:\[([\d:a-f.]+)\]|([\d:a-f.]+))\/(\d{1,3})(?::(\d{1,5}))?$/i;

function parseRule(entry: string, index: number): Rule {
  const [, bracketed, plain, prefixText, portText] = rulePattern.exec(entry) ?? [];
  const address = bracketed ?? plain ?? '';
  const version = isIP(address);
  const prefix = Number(prefixText);
  const port = portText === undefined ? undefined : Number(portText);
  const isPort = port === undefined || (port >= 1 && port <= 65_535);
  const isUsable = version === 4 ? bracketed === undefined && prefix <= 32 : prefix <= 128;
  if (version === 0 || !isUsable || !isPort) {
    throw new TypeError(
      `Expected \`allowPrivate[${index}]\` to be a network with an optional port, such as "10.0.0.0/8", "127.0.0.1/32:8080" or "[::1]/128:8080", got "${entry}".`,
    );
  }
  const block = new BlockList();
  block.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  return { block, version, port };
}

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
    const answers = await raceSignal(input.lookup(hostname, either), either);
    // Copied, so that what is connected to is what was checked, whatever becomes of the resolver's own objects.
    addresses = answers.map(({ address, family }) => ({ address, family }));
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
