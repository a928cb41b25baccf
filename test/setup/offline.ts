import { mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { expect } from 'vitest';

/** The names of sockets below it may have 107 bytes. */
const longestName = 20;

// Tests are offline by construction: whoever wants the network must bring its own, on loopback.
globalThis.fetch = () => {
  throw new TypeError('Tests do not use the global fetch: serve the page on loopback instead.');
};

// Each file has a folder of its own, so that a process that it left behind is known by its command.
const { GLEANER_TEST_RUN: run = '' } = process.env;
const folder = path.join(
  run,
  path.basename(expect.getState().testPath ?? '').slice(0, longestName),
);
mkdirSync(folder, { recursive: true });
process.env['TMPDIR'] = folder;
