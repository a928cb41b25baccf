import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGleaner, type Gleaner, type RecipeRun } from '../src/index.ts';
import { serveApplication, type ServedApplication } from './support/serve-application.ts';

let gleaner: Gleaner;
let quarry: ServedApplication;

beforeAll(async () => {
  gleaner = createGleaner({ egress: { allowPrivate: ['127.0.0.1/32'] } });
  quarry = await serveApplication('quarry');
});

afterAll(async () => {
  await gleaner.close();
  await quarry.close();
});

function run(path: string, next: unknown, more: object = {}): Promise<RecipeRun> {
  const parameters = { items: '.slab', fields: { name: { selectors: 'h2' } } };
  return gleaner.runRecipe({
    title: 'Slabs',
    steps: [
      { type: 'navigate', url: quarry.origin + path },
      { type: 'customStep', name: 'extract', parameters },
      { type: 'customStep', name: 'paginate', parameters: { next } },
    ],
    ...more,
  });
}

describe('a shop whose pager has new names', () => {
  test('is followed to its end by a recipe that knows the former one, which is drift', async () => {
    const before = await run('/before', '.next');
    expect([before.itemsExtracted, before.result.drift, before.result.warnings]).toEqual([
      10,
      0,
      [],
    ]);
    const after = await run('/', '.next', { fingerprints: before.fingerprints });
    expect([after.itemsExtracted, after.end]).toEqual([10, 'no_next']);
    expect(after.result.mode).toBe('healed');
    expect(after.result.drift).toBeGreaterThan(0.1);
    expect(after.healed).toEqual([
      { path: '/steps/2/parameters/next', selector: expect.anything(), servedBy: 'likeness' },
    ]);
  });

  test('is told to a recipe that knows nothing, with what mends it', async () => {
    const { itemsExtracted, result } = await run('/', '.next');
    expect(itemsExtracted).toBe(4);
    const [warning = ''] = result.warnings;
    expect(warning).toContain('found nothing by ".next" on any page: 4 items of page 1 only.');
    const [, parameters = ''] = /e\.g\. by (\{.+\})\.$/.exec(warning) ?? [];
    const mended = await run('/', (JSON.parse(parameters) as { readonly next: unknown }).next);
    expect([mended.itemsExtracted, mended.result.warnings]).toEqual([10, []]);
  });
});
