import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBrowser } from './find-browser.ts';

/** No headless shell. */
const headlessShell = '/nowhere';

describe('findBrowser', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'other paths on Windows'));
  let root: string;
  const at = (...parts: readonly string[]): string => path.join(root, ...parts);

  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'find-browser-'));
    for (const file of [
      'a/chromium',
      'b/google-chrome',
      'c/chromium-headless-shell',
      'installed/chrome',
    ]) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), '');
    }
  });

  afterAll(() => rmSync(root, { recursive: true }));

  test('what is on the path comes before what installers put elsewhere', () => {
    const installed = [at('nowhere'), at('installed', 'chrome')];
    expect(findBrowser({ searchPath: at('a'), installed, headlessShell })).toBe(
      at('a', 'chromium'),
    );
    expect(findBrowser({ searchPath: at('nowhere'), installed, headlessShell })).toBe(
      at('installed', 'chrome'),
    );
  });

  test('Chrome comes before Chromium, wherever on the path they are', () => {
    const searchPath = [at('a'), at('b')].join(path.delimiter);
    expect(findBrowser({ searchPath, installed: [], headlessShell })).toBe(
      at('b', 'google-chrome'),
    );
  });

  test('the headless shell comes first, and last where a browser is to look like a visitor’s', () => {
    const shell = at('c', 'chromium-headless-shell');
    const options = { searchPath: at('a'), installed: [], headlessShell: shell };
    expect(findBrowser(options)).toBe(shell);
    expect(findBrowser({ ...options, isForVisitors: true })).toBe(at('a', 'chromium'));
    expect(findBrowser({ ...options, isForVisitors: true, searchPath: '' })).toBe(shell);
  });

  test('relative folders of the path are not looked through', () => {
    const searchPath = path.relative(process.cwd(), at('a'));
    expect(findBrowser({ searchPath, installed: [], headlessShell })).toBeUndefined();
  });

  test('nothing is found where nothing is', () => {
    expect(findBrowser({ searchPath: '', installed: [], headlessShell })).toBeUndefined();
  });
});
