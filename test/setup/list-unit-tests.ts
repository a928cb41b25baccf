import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What starts a browser, a database or another program, by the names that are imported for it. */
const starters = /real-brows|start-chromium|start-postgres|node:child_process/;

/** A module that is replaced for one file may be loaded already where files share a process. */
const replaced = /\bvi\.(?:do)?[mM]ock\(/;

/** Test files beside the source that replace no module and start nothing, by themselves or by what of `test/` they import. */
export function listUnitTests(files: readonly string[]): readonly string[] {
  return files.filter(
    (file) =>
      !file.startsWith(`test${path.sep}`) &&
      !replaced.test(readFileSync(file, 'utf8')) &&
      !isStarter(path.resolve(file)),
  );
}

const known = new Map<string, boolean>();

function isStarter(file: string): boolean {
  const answer = known.get(file);
  if (answer !== undefined) return answer;
  // Modules that import each other are asked once.
  known.set(file, false);
  const source = readFileSync(file, 'utf8');
  const starts =
    starters.test(source) ||
    [...source.matchAll(/from '(\.[^']+\.ts)'/g)]
      .map(([, target = '']) => path.resolve(path.dirname(file), target))
      .some((target) => target.includes(`${path.sep}test${path.sep}`) && isStarter(target));
  known.set(file, starts);
  return starts;
}
