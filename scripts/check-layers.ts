import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exit } from 'node:process';

/**
 * The rows of `src/`, top to bottom. A file imports from its own folder or from rows below;
 * folders of one row never import each other.
 */
const rows: readonly (readonly string[])[] = [
  ['cli'],
  ['testing'],
  ['index.ts'],
  ['http'],
  ['service'],
  ['engine'],
  ['operations'],
  ['fetchers', 'browsers', 'extractors', 'caches', 'ledgers', 'stores', 'queues', 'clocks'],
  ['evidence'],
  ['structure'],
  ['pdf'],
  ['page'],
  ['recipe'],
  ['schema'],
  ['egress'],
  ['signals'],
  ['tracing'],
  ['contracts'],
  ['errors'],
];

const source = path.join(import.meta.dirname, '..', 'src');
const rowOf = new Map(rows.flatMap((folders, row) => folders.map((folder) => [folder, row])));
const importPattern = /\bfrom\s+'(\.{1,2}\/[^']+)'|\bimport\('(\.{1,2}\/[^']+)'\)/g;
const faults: string[] = [];

for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  // Tests may use what any user may: they are no part of the house's structure.
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const from = file.split(path.sep)[0] ?? '';
  const fromRow = rowOf.get(from);
  if (fromRow === undefined) {
    faults.push(`src/${file}: the folder "${from}" has no row in scripts/check-layers.ts`);
    continue;
  }
  const text = readFileSync(path.join(source, file), 'utf8');
  for (const [, direct, lazy] of text.matchAll(importPattern)) {
    const target = path.relative(
      source,
      path.join(source, path.dirname(file), direct ?? lazy ?? ''),
    );
    const to = target.split(path.sep)[0] ?? '';
    const toRow = rowOf.get(to);
    if (to === from) continue;
    if (toRow === undefined || toRow <= fromRow) {
      faults.push(`src/${file}: imports "${to}/", which does not lie below "${from}/"`);
    }
  }
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) exit(1);
