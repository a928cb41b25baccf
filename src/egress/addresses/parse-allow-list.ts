import { BlockList, isIP } from 'node:net';

/** Addresses beyond the public ones that the embedder opened. */
export interface AllowList {
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
