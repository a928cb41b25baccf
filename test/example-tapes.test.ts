import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createGleaner } from '../src/index.ts';
import { cassette, fixtureFetcher, scriptedModel } from '../test-kit/index.ts';

const projects = new URL('../examples/testing/', import.meta.url);

/** What the project's own code does. */
interface ReadLamp {
  readonly readLamp: (
    gleaner: ReturnType<typeof createGleaner>,
    url: string,
  ) => Promise<{ readonly name: string; readonly price: number }>;
}

test.each(['vitest', 'jest', 'node-test'])(
  'the recorded run of the example project %s is one of today: what a model is told has not changed since',
  async (name) => {
    const project = new URL(`${name}/`, projects);
    const { readLamp } = (await import(new URL('read-lamp.js', project).href)) as ReadLamp;
    const fetcher = fixtureFetcher(fileURLToPath(new URL('test/pages', project)));
    const file = fileURLToPath(new URL('test/lamp.har', project));
    const model = scriptedModel([{ content: 'No model is asked.' }]);
    await using tape = cassette(file, { fetcher, model, mode: 'replay' });
    await using gleaner = createGleaner({ ...tape.parts });
    const lamp = await readLamp(gleaner, 'https://shop.example/lamps/harbour');
    expect(lamp).toEqual({ name: 'Harbour Brass Desk Lamp', price: 89.5 });
  },
);
