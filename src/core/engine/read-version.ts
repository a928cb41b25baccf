import { readFileSync } from 'node:fs';

/** The version of this package, whose file is as far from `src/core/engine` as from `dist/engine`. */
export function readVersion(): string {
  const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { readonly version: string }).version;
}
