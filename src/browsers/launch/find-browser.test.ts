import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from './find-browser.ts';

describe.skipIf(process.platform === 'win32')('findBrowser', () => {
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
    expect(findBrowser({ searchPath: at('a'), installed })).toBe(at('a', 'chromium'));
    expect(findBrowser({ searchPath: at('nowhere'), installed })).toBe(at('installed', 'chrome'));
  });

  test('Chrome comes before Chromium, wherever on the path they are', () => {
    const searchPath = [at('a'), at('b')].join(path.delimiter);
    expect(findBrowser({ searchPath, installed: [] })).toBe(at('b', 'google-chrome'));
  });

  test('the headless shell comes first, and last where a browser is to look like a visitor’s', () => {
    const searchPath = [at('a'), at('c')].join(path.delimiter);
    const shell = at('c', 'chromium-headless-shell');
    expect(findBrowser({ searchPath, installed: [] })).toBe(shell);
    const visitors = { installed: [], isForVisitors: true };
    expect(findBrowser({ searchPath, ...visitors })).toBe(at('a', 'chromium'));
    expect(findBrowser({ searchPath: at('c'), ...visitors })).toBe(shell);
  });

  test('relative folders of the path are not looked through', () => {
    const searchPath = path.relative(process.cwd(), at('a'));
    expect(findBrowser({ searchPath, installed: [] })).toBeUndefined();
  });

  test('nothing is found where nothing is', () => {
    expect(findBrowser({ searchPath: '', installed: [] })).toBeUndefined();
  });
});
