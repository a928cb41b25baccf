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
    for (const file of ['a/chromium', 'b/google-chrome', 'installed/chrome']) {
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

  test('relative folders of the path are not looked through', () => {
    const searchPath = path.relative(process.cwd(), at('a'));
    expect(findBrowser({ searchPath, installed: [] })).toBeUndefined();
  });

  test('nothing is found where nothing is', () => {
    expect(findBrowser({ searchPath: '', installed: [] })).toBeUndefined();
  });
});
