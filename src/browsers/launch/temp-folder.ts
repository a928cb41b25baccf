import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

/** Where a browser keeps what it needs while it lives. */
export interface TempFolder {
  readonly path: string;
  /** Records a folder that another part made for the same browser, so that both are swept together. */
  adopt(folder: string): void;
  remove(): void;
}

const prefix = 'gleaner-browser-';
/** As Playwright names the profiles that it makes. */
const profilePattern = /^playwright_chromiumdev_profile-\w+$/;

/** Made for this process, and swept by a later one should this one be killed. */
export function createTempFolder(): TempFolder {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
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

/** Removes what killed processes of this user on this machine left behind; a folder that cannot be judged stays. */
export function sweepTempFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(tmpdir(), name);
    try {
      if (!isOwn(folder) || isInUse(readOwner(folder))) continue;
      const profile = readProfile(folder);
      if (profile !== undefined && isOwn(profile))
        rmSync(profile, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // It is being made or removed by another process, or is not what its name says.
    }
  }
}

interface Owner {
  readonly host: string;
  readonly id: number;
  /** Distinguishes a process from a later one with the same id; `null` where the system does not say. */
  readonly startedTicks: string | null;
}

/** Every user can write to the temp folder: a link, or another user's folder, may lead anywhere. */
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
    // Its process was killed before the browser had a profile.
    return undefined;
  }
}

function isInUse({ host, id, startedTicks }: Owner): boolean {
  // A folder shared by containers: whether that process lives cannot be known here.
  if (host !== hostname() || !Number.isInteger(id) || id <= 0) return true;
  try {
    process.kill(id, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
  const nowTicks = readStartTicks(id);
  return nowTicks === undefined || startedTicks === null || nowTicks === startedTicks;
}

/** proc(5), field 22 of stat; `undefined` elsewhere than on Linux. */
function readStartTicks(id: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    // No such file system, or no such process any more.
    return undefined;
  }
}
