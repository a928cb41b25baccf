import { expect, test } from 'vitest';
import { type StressPagesOptions, drawRedesign, stressPages } from './stress-pages.ts';

/** Refused before anything is opened. */
async function stressKinds(kinds: readonly string[]): Promise<unknown> {
  return stressPages({
    recipe: {},
    openPages: () => {
      throw new Error('opened');
    },
    nowMs: 0,
    // Programs in JavaScript may pass anything.
    kinds: kinds as StressPagesOptions['kinds'],
  });
}

test.each([
  [['clases'], 'did you mean "classes"?'],
  [['texts', 'absent'], 'names "absent"'],
  [[], 'leave it out for all'],
])('kinds %j are refused, since no redesign is of them', async (kinds, message) => {
  await expect(stressKinds(kinds)).rejects.toThrow(TypeError);
  await expect(stressKinds(kinds)).rejects.toThrow(message);
});

test('kinds that there are pass, and what is drawn is of them', async () => {
  await expect(stressKinds(['classes', 'order'])).rejects.not.toThrow('kinds');
  const drawn = [1, 2, 3, 4].map((number) => drawRedesign(1, number, new Set(['classes'])));
  const kinds = drawn.map(({ mutations }) => mutations.map(({ kind }) => kind));
  expect(kinds).toEqual([['classes'], ['classes'], ['classes'], ['classes']]);
});
