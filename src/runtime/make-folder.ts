import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder, and those above it that are missing. Throws the system's error where it cannot. Node's `recursive` never
 * returns where the system answers that a folder is missing whose parent is there, as in `/proc`.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const missing: string[] = [];
  let nearest = path.resolve(folder);
  while (!existsSync(nearest) && path.dirname(nearest) !== nearest) {
    missing.push(nearest);
    nearest = path.dirname(nearest);
  }
  if (missing.length === 0 && !statSync(nearest).isDirectory()) missing.push(nearest);
  for (const one of missing.toReversed()) {
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      // Another process may have made it meanwhile.
      if (statSync(one, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
    }
  }
}
