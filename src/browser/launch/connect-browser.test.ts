import { expect, test } from 'vitest';
import { toAddressedUrl } from './remote-endpoints.ts';

const find = async (): Promise<{ readonly address: string; readonly family: number }> => ({
  address: '172.18.0.5',
  family: 4,
});

test.each([
  ['http://browser:9222/?token=x', 'http://172.18.0.5:9222/?token=x'],
  ['http://127.0.0.1:9222', 'http://127.0.0.1:9222'],
  ['http://[::1]:9222', 'http://[::1]:9222'],
  ['http://localhost:9222', 'http://localhost:9222'],
  ['https://chrome.example/', 'https://chrome.example/'],
  ['ws://browser:9222/devtools/browser/1', 'ws://browser:9222/devtools/browser/1'],
])('%s is connected to as %s: Chromium answers to addresses alone', async (url, expected) => {
  expect(await toAddressedUrl(url, find)).toBe(expected);
});
