import { describe, expect, test } from 'vitest';
import { compareRecipes } from './compare-recipes.ts';

const navigate = { type: 'navigate', url: 'https://shop.test/' };
const click = (selector: string) => ({ type: 'click', selectors: [[selector]] });
const extract = (fields: object, more: object = {}) => ({
  type: 'customStep',
  name: 'extract',
  parameters: { items: ['li'], fields, ...more },
});
const recipe = (steps: readonly unknown[], more: object = {}) => ({
  title: 'A shop',
  steps: [navigate, ...steps],
  ...more,
});
const loop = (step: unknown) => ({
  type: 'customStep',
  name: 'repeat',
  parameters: { times: 2, steps: [step] },
});
const describeAll = (before: unknown, after: unknown) =>
  compareRecipes(before, after).map(({ description }) => description);

describe('two versions', () => {
  test('that say the same have no changes, whatever runs have learnt and in whatever order members stand', () => {
    const fingerprints = { version: 1, targets: {} };
    const [one, other] = [
      recipe([{ type: 'click', selectors: ['#a'] }]),
      recipe([{ selectors: ['#a'], type: 'click' }], { fingerprints }),
    ];
    expect(compareRecipes(one, other)).toEqual([]);
  });

  test('differ by steps that came, went and moved', () => {
    const before = recipe([click('#a'), click('#b'), { type: 'hover', selectors: ['#menu'] }]);
    const after = recipe([click('#b'), click('#a'), { type: 'close' }]);
    expect(compareRecipes(before, after)).toEqual([
      expect.objectContaining({ kind: 'moved', path: '/steps/2', from: '/steps/1' }),
      expect.objectContaining({ kind: 'added', path: '/steps/3' }),
      expect.objectContaining({ kind: 'removed', path: '/steps/3' }),
    ]);
  });

  test('differ by members of a step, with both values', () => {
    const [before, after] = [recipe([click('#a')]), recipe([{ ...click('#b'), optional: true }])];
    expect(compareRecipes(before, after)).toEqual([
      {
        kind: 'changed',
        path: '/steps/1/selectors',
        before: [['#a']],
        after: [['#b']],
        description: 'Step 2 (click): selectors is [["#b"]]; it was [["#a"]].',
      },
      {
        kind: 'added',
        path: '/steps/1/optional',
        after: true,
        description: 'Step 2 (click): optional is true.',
      },
    ]);
  });

  test('differ by fields, of which one may have another name', () => {
    const before = recipe([
      extract({
        name: { selectors: ['h2'] },
        price: { selectors: ['.p'] },
        old: { selectors: ['i'] },
      }),
    ]);
    const after = recipe([
      extract({ title: { selectors: ['h2'] }, price: { selectors: ['.p'], type: 'number' } }),
    ]);
    expect(describeAll(before, after)).toEqual([
      'Step 2 (extract), field "name" is called "title".',
      'Step 2 (extract), field "old" was removed.',
      'Step 2 (extract), field "price": type is "number".',
    ]);
  });

  test('differ by variables, the title, and the steps of loops', () => {
    const before = recipe([loop(click('#a'))], { variables: { q: 'lamp', old: 'x' } });
    const after = recipe([loop({ ...click('#a'), timeout: 900 })], {
      title: 'Lamps',
      variables: { q: 'mug' },
    });
    expect(describeAll(before, after)).toEqual([
      'The recipe: title is "Lamps"; it was "A shop".',
      'Variable "old" was removed.',
      'Variable: q is "mug"; it was "lamp".',
      'Step 2.1 (click): timeout is 900.',
    ]);
  });

  test('of a thousand steps are compared at once', () => {
    const steps = Array.from({ length: 900 }, (_, index) => click(`#b${index}`));
    const shuffled = [...steps.slice(450), ...steps.slice(0, 450)];
    const changes = compareRecipes(recipe(steps), recipe(shuffled));
    expect(changes).toHaveLength(450);
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['moved']));
  });
});
