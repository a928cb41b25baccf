import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

/** Where `ensure-postgres` puts the one from npm. Root's server runs as another user, who may read no folder of root's own. */
export const packagedPostgres: string =
  process.getuid?.() === 0
    ? '/usr/local/lib/gleaner-postgres'
    : path.join(import.meta.dirname, '..', 'tools', 'postgres', 'unpacked');

/** The folder of PostgreSQL's programs, `initdb` and `postgres`; `undefined` where none is installed. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(path.delimiter),
    ...versions.toSorted((a, b) => Number(b) - Number(a)).map((it) => path.join(debian, it, 'bin')),
    path.join(packagedPostgres, 'bin'),
  ];
  const found = folders.find(
    (folder) =>
      folder !== '' &&
      ['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program))),
  );
  // On the path there may be links to a few of them alone.
  return found && path.dirname(realpathSync(path.join(found, 'postgres')));
}
