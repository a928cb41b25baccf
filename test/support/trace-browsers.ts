import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** A temp folder that browsers started from now on use, by which they and what they leave behind are known. */
export interface BrowserTraces {
  /** Command lines of living processes by process id. */
  processes(): ReadonlyMap<number, string>;
  /** Names in the temp folder. */
  files(): readonly string[];
  /** Whether a text stands in the environment of such a process. */
  isPassedOn(text: string): boolean;
  remove(): void;
}

/** Must be called before the browser part's first use: Playwright reads the temp folder's name once. */
export function traceBrowsers(): BrowserTraces {
  const folder = mkdtempSync(path.join(tmpdir(), 'gleaner-browser-'));
  process.env['TMPDIR'] = folder;
  // A browser's own temp folder lies in it.
  const marker = `TMPDIR=${folder}`;
  const isMarked = (environment: readonly string[]): boolean =>
    environment.some((entry) => entry.startsWith(marker));
  // What a browser forks overwrites its environment, but stays in the browser's process group.
  const groups = new Set<number>();

  function list(): readonly ProcessEntry[] {
    const entries = readdirSync('/proc').flatMap((name) => readProcess(name) ?? []);
    for (const { id, group, environment } of entries) {
      if (id === group && isMarked(environment)) groups.add(group);
    }
    return entries.filter(({ group, environment }) => groups.has(group) || isMarked(environment));
  }

  return {
    processes: () => new Map(list().map(({ id, command }) => [id, command])),
    files: () => readdirSync(folder),
    isPassedOn: (text) => list().some(({ environment }) => environment.join('\0').includes(text)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface ProcessEntry {
  readonly id: number;
  readonly group: number;
  readonly command: string;
  readonly environment: readonly string[];
}

function readProcess(name: string): ProcessEntry | undefined {
  const id = Number(name);
  if (!Number.isInteger(id) || id === process.pid) return undefined;
  const read = (file: string): string => readFileSync(path.join('/proc', name, file), 'utf8');
  try {
    // proc(5): after the command in parentheses come state, parent and process group.
    const [state, , group] = (read('stat').split(') ').at(-1) ?? '').split(' ');
    // A zombie has ended; that its parent has not read its exit code is no fault of the browser.
    if (state === 'Z') return undefined;
    return {
      id,
      group: Number(group),
      command: read('cmdline').replaceAll('\0', ' '),
      environment: read('environ').split('\0'),
    };
  } catch {
    // It ended while it was looked at, or belongs to someone else.
    return undefined;
  }
}
