import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTempFolder, sweepTempFolders } from './temp-folder.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'temp-folder-'));
  vi.stubEnv('TMPDIR', root);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

/** One that has just ended. */
function deadId(): number {
  return spawnSync(process.execPath, ['-e', '0']).pid;
}

function leave(name: string, owner: unknown, profile?: string): void {
  const folder = path.join(root, name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'owner.json'), JSON.stringify(owner));
  if (profile !== undefined) writeFileSync(path.join(folder, 'profile'), profile);
}

describe('sweeping', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'nothing is swept on Windows'));
  test('removes what a killed process left, with the profile that belonged to it', () => {
    mkdirSync(path.join(root, 'playwright_chromiumdev_profile-abc'));
    leave(
      'gleaner-browser-a',
      { host: hostname(), id: deadId(), startedTicks: '1' },
      'playwright_chromiumdev_profile-abc',
    );
    sweepTempFolders();
    expect(readdirSync(root)).toEqual([]);
  });

  test('knows a process from a later one with its id', ({ skip }) => {
    skip(process.platform !== 'linux', 'processes are told apart on Linux alone');
    leave('gleaner-browser-a', { host: hostname(), id: process.pid, startedTicks: '1' });
    sweepTempFolders();
    expect(readdirSync(root)).toEqual([]);
  });

  test('removes a folder also where its profile is gone already', () => {
    const owner = { host: hostname(), id: deadId(), startedTicks: '1' };
    leave('gleaner-browser-a', owner, 'playwright_chromiumdev_profile-gone');
    sweepTempFolders();
    expect(readdirSync(root)).toEqual([]);
  });

  test('leaves what is in use, until it is removed', () => {
    const folder = createTempFolder();
    const profile = path.join(root, 'playwright_chromiumdev_profile-mine');
    mkdirSync(profile);
    folder.adopt(profile);
    sweepTempFolders();
    expect([existsSync(folder.path), existsSync(profile)]).toEqual([true, true]);
    folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });

  test('leaves what belongs to others, or is not what its name says', () => {
    const dead = deadId();
    const others = path.join(root, 'precious');
    mkdirSync(others);
    writeFileSync(path.join(others, 'owner.json'), JSON.stringify({ host: hostname(), id: dead }));
    mkdirSync(path.join(root, 'playwright_chromiumdev_profile-others'));
    symlinkSync(others, path.join(root, 'gleaner-browser-link'));
    leave('gleaner-browser-elsewhere', { host: 'another-host', id: dead, startedTicks: '1' });
    leave('gleaner-browser-odd', 'no owner');
    leave('gleaner-browser-empty', {});
    sweepTempFolders();
    expect(readdirSync(root).sort()).toEqual([
      'gleaner-browser-elsewhere',
      'gleaner-browser-empty',
      'gleaner-browser-link',
      'gleaner-browser-odd',
      'playwright_chromiumdev_profile-others',
      'precious',
    ]);
    expect(existsSync(path.join(others, 'owner.json'))).toBe(true);
  });

  test('names the folder that is missing, and what to set', () => {
    vi.stubEnv('TMPDIR', path.join(root, 'missing'));
    expect(() => sweepTempFolders()).not.toThrow();
    expect(() => createTempFolder()).toThrow(
      expect.objectContaining({
        code: 'service_unavailable',
        message: expect.stringMatching(/missing".*TMPDIR/) as string,
      }),
    );
  });

  test('follows no path out of the temp folder for a profile', () => {
    const outside = mkdtempSync(path.join(root, 'outside-'));
    for (const [index, profile] of [outside, '../precious', path.basename(outside), ''].entries()) {
      leave(
        `gleaner-browser-${index}`,
        { host: hostname(), id: deadId(), startedTicks: '1' },
        profile,
      );
    }
    sweepTempFolders();
    expect(readdirSync(root)).toEqual([path.basename(outside)]);
  });
});
