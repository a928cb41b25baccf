import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** What the tests read of a service of docker-compose.yml. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly stop_grace_period?: string;
  readonly privileged?: boolean;
  readonly network_mode?: string;
  readonly deploy: { readonly replicas?: number };
}

/** docker-compose.yml as an engine sees it. */
export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** The repository. */
export const root: string = path.join(import.meta.dirname, '..', '..');

/** Reads the file with its anchors merged and its variables put in; throws where a required one is missing. */
export function readCompose(variables: Readonly<Record<string, string>>): Compose {
  const text = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');
  const fill = (value: string): string =>
    value.replaceAll(/\$\{([A-Z_]+)(:[-?])([^}]*)\}/g, (_, name: string, kind, rest) => {
      const given = variables[name];
      if (given !== undefined && given !== '') return given;
      if (kind === ':?') throw new Error(`${name}: ${String(rest)}`);
      return String(rest);
    });
  // An engine checks the shape; here it is asserted by the tests.
  // Variables are put into values, after the file has been read: an empty one is an empty text.
  return parse(text, (_key, value: unknown) => (typeof value === 'string' ? fill(value) : value), {
    merge: true,
    strict: true,
    uniqueKeys: true,
  }) as Compose;
}
