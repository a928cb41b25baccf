import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';

/** The temporary folder of one browser, removed with it. */
export interface TempFolder {
  readonly path: string;
  /** Records a folder that another part made for the same browser, so that both are removed together. */
  adopt(folder: string): void;
  remove(): void;
}

const prefix = 'gleaner-browser-';
/** How Playwright names the profile folders that it makes. */
const profilePattern = /^playwright_chromiumdev_profile-\w+$/;

/** Creates a folder for this process; a later process removes it if this one is killed. */
export function createTempFolder(): TempFolder {
  const folder = makeFolder();
  const owner: Owner = {
    host: hostname(),
    id: process.pid,
    startedTicks: readStartTicks(process.pid) ?? null,
  };
  writeFileSync(path.join(folder, 'owner.json'), JSON.stringify(owner));
  return {
    path: folder,
    adopt: (adopted) => writeFileSync(path.join(folder, 'profile'), path.basename(adopted)),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function makeFolder(): string {
  try {
    return mkdtempSync(path.join(tmpdir(), prefix));
  } catch (cause) {
    throw new GleanerError(
      'service_unavailable',
      `A browser needs a temporary folder, and none can be made in "${tmpdir()}". Make that folder writable, or set TMPDIR to one that is.`,
      { cause },
    );
  }
}

/** Removes the folders of killed processes of this user on this machine; keeps a folder whose process is unknown. */
export function sweepTempFolders(): void {
  for (const name of listTempNames()) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(tmpdir(), name);
    try {
      if (!isOwn(folder) || isInUse(readOwner(folder))) continue;
      const profile = readProfile(folder);
      if (profile !== undefined && isOwn(profile))
        rmSync(profile, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another process is making or removing the folder, or another program made it.
    }
  }
}

function listTempNames(): readonly string[] {
  try {
    return readdirSync(tmpdir());
  } catch {
    // There is no such folder, or others' names may not be read: `createTempFolder` says what is wrong with it.
    return [];
  }
}

interface Owner {
  readonly host: string;
  readonly id: number;
  /**
   * Start time in clock ticks: distinguishes a process from a later one with the same id; `null` where the system
   * does not report it.
   */
  readonly startedTicks: string | null;
}

/**
 * Whether a path is a real folder of this user: every user can write to the temp folder, and a link may point
 * anywhere.
 */
function isOwn(folder: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  return stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
}

function readOwner(folder: string): Owner {
  return JSON.parse(readFileSync(path.join(folder, 'owner.json'), 'utf8')) as Owner;
}

function readProfile(folder: string): string | undefined {
  try {
    const name = readFileSync(path.join(folder, 'profile'), 'utf8');
    return profilePattern.test(name) ? path.join(tmpdir(), name) : undefined;
  } catch {
    // The process was killed before the browser had a profile.
    return undefined;
  }
}

function isInUse({ host, id, startedTicks }: Owner): boolean {
  // Containers may share the temp folder: whether a process of another host lives is unknown here.
  if (host !== hostname() || !Number.isInteger(id) || id <= 0) return true;
  try {
    process.kill(id, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
  const nowTicks = readStartTicks(id);
  return nowTicks === undefined || startedTicks === null || nowTicks === startedTicks;
}

/**
 * Returns the start time of a process in clock ticks (proc(5), field 22 of stat); `undefined` on systems other than
 * Linux.
 */
function readStartTicks(id: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    // The system has no /proc, or the process has ended.
    return undefined;
  }
}
