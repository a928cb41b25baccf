import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGleaner } from 'gleaner';
import { cassette, fixtureFetcher, scriptedModel } from 'gleaner/testing';
import { readLamp } from '../read-lamp.js';

const url = 'https://shop.example/lamps/harbour';
const pages = fixtureFetcher(new URL('pages', import.meta.url).pathname);

test('reads a recorded page with the recorded answer of the model', async () => {
  // The page and the model are stand-ins here; in a project of yours, leave `fetcher` out and give your model.
  const model = scriptedModel([{ content: { name: 'Harbour Brass Desk Lamp', price: 89.5 } }]);
  const file = new URL('lamp.har', import.meta.url).pathname;
  await using tape = cassette(file, { fetcher: pages, model });
  await using gleaner = createGleaner({ ...tape.parts });
  const lamp = await readLamp(gleaner, url);
  assert.deepEqual(lamp, { name: 'Harbour Brass Desk Lamp', price: 89.5 });
  assert.equal(tape.mode, 'replay');
});

test('tells a price that the page does not state', async () => {
  const model = scriptedModel([{ content: { name: 'Harbour Brass Desk Lamp', price: 5 } }]);
  await using gleaner = createGleaner({ fetcher: pages, model, browser: false });
  const input = { url, prompt: 'The lamp', grounding: 'require' };
  await assert.rejects(gleaner.extract(input), ({ details }) => {
    assert.equal(details.reason, 'not_grounded');
    return true;
  });
});

test('reads each page with the answer that is scripted for it', async () => {
  const model = scriptedModel([
    { when: { page: 'Oak Floor Lamp' }, content: { name: 'Oak Floor Lamp', price: 140 } },
    { when: { page: 'Harbour Brass' }, content: { name: 'Harbour Brass Desk Lamp', price: 89.5 } },
  ]);
  await using gleaner = createGleaner({ fetcher: pages, model, browser: false });
  const oak = await readLamp(gleaner, 'https://shop.example/lamps/oak');
  assert.equal(oak.price, 140);
});
