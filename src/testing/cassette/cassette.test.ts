import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fetcher } from '../../contracts/fetcher.ts';
import { createGleaner } from '../../engine/create-gleaner.ts';
import { scriptedModel } from '../models/scripted-model.ts';
import { cassette } from './cassette.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-cassette-'));
  file = path.join(folder, 'lamp.har');
});

afterEach(() => rmSync(folder, { recursive: true }));

const lamp = '<h1>Harbour Brass Desk Lamp</h1><p>Price: £89.50. It is made of brass.</p>';

/** Pages by URL; a function is asked each time. */
function stubFetcher(pages: Readonly<Record<string, string | (() => string)>>): Fetcher {
  return {
    name: 'stub',
    fetch: async ({ url }) => {
      const page = pages[url];
      return {
        url,
        status: page === undefined ? 404 : 200,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from((typeof page === 'function' ? page() : page) ?? '<p>Not here.</p>'),
      };
    },
  };
}

const refusingFetcher: Fetcher = {
  name: 'stub',
  fetch: () => Promise.reject(new Error('The network was used.')),
};

const question = {
  url: 'https://shop.example/lamp',
  prompt: 'The lamp’s name and price',
  schema: {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' } },
    required: ['name', 'price'],
  },
  include: ['evidence', 'usage'],
} as const;

const answer = { name: 'Harbour Brass Desk Lamp', price: 89.5 };

describe('cassette', () => {
  test('replays an extraction without network and model, with a result equal byte for byte', async () => {
    const model = scriptedModel([{ content: answer }]);
    const fetcher = stubFetcher({ [question.url]: lamp });
    const recording = cassette(file, { mode: 'record', fetcher, model });
    const recorded = await createGleaner({ ...recording.parts }).extract(question);
    await recording.close();
    expect(recorded.result).toEqual(answer);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ log: { version: '1.2' } });

    for (let replay = 0; replay < 2; replay += 1) {
      await using tape = cassette(file, { fetcher: refusingFetcher });
      expect(tape.mode).toBe('replay');
      const replayed = await createGleaner({ ...tape.parts }).extract(question);
      expect(JSON.stringify(replayed)).toBe(JSON.stringify(recorded));
    }
  });
});
