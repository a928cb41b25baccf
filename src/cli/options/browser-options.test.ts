import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { CommandIo } from '../output/command-io.ts';
import { readEngineOptions } from './browser-options.ts';

const ioOf = (environment: CommandIo['environment']): CommandIo => ({
  environment,
  input: Readable.from([]),
  output: { write: () => {} },
  messages: { write: () => {} },
  signal: new AbortController().signal,
});

test('browsers that the command names take the place of those in the environment', () => {
  const io = ioOf({ GLEANER_CDP_URL: 'http://old:9222', GLEANER_BROWSER: '/opt/chrome' });
  expect(readEngineOptions({}, io)).toEqual({
    browser: { executablePath: '/opt/chrome', cdpUrl: ['http://old:9222'] },
  });
  expect(readEngineOptions({ playwrightUrl: ['ws://new:3000'] }, io)).toEqual({
    browser: { cdpUrl: undefined, playwrightUrl: ['ws://new:3000'] },
  });
});

test('as many pages are open elsewhere as runs work at once; on this machine its cores decide', () => {
  const remote = ioOf({ GLEANER_CDP_URL: 'http://chrome:9222' });
  expect(readEngineOptions({ concurrency: 16 }, remote)).toEqual({
    browser: { cdpUrl: ['http://chrome:9222'], maxContexts: 16 },
  });
  expect(readEngineOptions({ concurrency: 16 }, ioOf({}))).toEqual({});
});

test('a variable that cannot be used keeps its name, and is not taken for an option', () => {
  const io = ioOf({ GLEANER_CDP_URL: 'nonsense' });
  expect(() => readEngineOptions({}, io)).toThrow(
    'Expected `GLEANER_CDP_URL[0]` to be an absolute URL',
  );
});
