import { expect, test } from 'vitest';
import type {
  ElementFingerprint,
  RecipeFingerprints,
} from '../../runtime/contracts/recipe/fingerprint.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { applyHealing } from './apply-healing.ts';
import { parseRecipe } from '../format/parse-recipe.ts';

const element: ElementFingerprint = {
  tag: 'a',
  role: 'link',
  name: 'Next',
  text: 'Next',
  label: '',
  id: '',
  classes: ['next'],
  attributes: { href: '/2' },
  tagPath: ['html', 'body', 'a'],
  indexedPath: ['html', 'body', 'a:nth-of-type(1)'],
  parent: { tag: 'body', id: '', classes: [] },
  neighbours: [],
  row: '',
  heading: '',
  landmarks: [],
  box: { x: 0, y: 0, width: 10, height: 10 },
  childCount: 0,
  ordinal: 0,
  isInteractive: true,
};

const fingerprints: RecipeFingerprints = {
  version: 1,
  targets: { '/steps/1/selectors': { element, rivals: [element], unique: ['href'], count: 3 } },
};

const recipe = {
  title: 'A list',
  selectorAttribute: 'data-test',
  steps: [
    { type: 'navigate', url: 'https://a.example/' },
    {
      type: 'click',
      selectors: [['aria/Go'], ['#go']],
      offsetX: 1,
      offsetY: 2,
      later: { kept: [1] },
    },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { items: '.card', fields: { a: { selectors: ['.a', '.b'] } } },
    },
  ],
};

test('what served is put first, what is new in front, and nothing else changes', () => {
  const before = structuredClone(recipe);
  const healed = applyHealing(recipe, {
    healed: [
      { path: '/steps/1/selectors', selector: ['#host', 'button'] },
      { path: '/steps/2/parameters/items', selector: 'article' },
      { path: '/steps/2/parameters/fields/a/selectors', selector: ['.b'] },
    ],
    fingerprints,
  });
  expect(recipe).toEqual(before);
  expect(healed).toEqual({
    ...recipe,
    steps: [
      recipe.steps[0],
      { ...recipe.steps[1], selectors: [['#host', 'button'], ['aria/Go'], ['#go']] },
      {
        ...recipe.steps[2],
        parameters: {
          items: ['article', '.card'],
          fields: { a: { selectors: [['.b'], '.a'] } },
        },
      },
    ],
    fingerprints,
  });
  expect(parseRecipe(healed).fingerprints).toEqual(fingerprints);
  expect(parseRecipe(JSON.stringify(healed))).toEqual(parseRecipe(healed));
});

test('without findings the recipe stays as it was', () => {
  expect(applyHealing({ ...recipe, fingerprints }, { healed: [] })).toEqual({
    ...recipe,
    fingerprints,
  });
});

test('fingerprints under their former name are read, and written under the present one', () => {
  const old = { ...recipe, memory: fingerprints };
  expect(parseRecipe(old).fingerprints).toEqual(fingerprints);
  expect(applyHealing(old, { healed: [], fingerprints })).toEqual({ ...recipe, fingerprints });
  expect(() => parseRecipe({ ...recipe, memory: { version: 2 } })).toThrow(/memory\.version/);
});

test('alternatives do not grow without end', () => {
  let healed: unknown = recipe;
  for (let run = 0; run < 30; run += 1) {
    healed = applyHealing(healed, {
      healed: [{ path: '/steps/1/selectors', selector: `#n${run}` }],
    });
  }
  const [, click] = parseRecipe(healed).steps;
  const sources =
    click?.type === 'click' ? click.element.selectors.map(({ source }) => source) : [];
  expect(sources).toHaveLength(20);
  expect(sources[0]).toBe('#n29');
});

test.each(['/steps/9/selectors', '/steps/0/url', '/title', '', '/__proto__/x', 'steps'])(
  'findings at %j, where no selectors are, are refused',
  (path) => {
    const run = (): unknown => applyHealing(recipe, { healed: [{ path, selector: '#b' }] });
    expect(run).toThrow(/it is not the one that was run|read the recipe/);
  },
);

test('fingerprints of another form are refused by their place', () => {
  const broken = { ...fingerprints, targets: { '/steps/1/selectors': { element: { tag: 1 } } } };
  let issues: readonly string[] = [];
  try {
    parseRecipe({ ...recipe, fingerprints: broken });
  } catch (error) {
    if (isGleanerError(error, 'invalid_request')) {
      issues = error.details.issues.map(({ path }) => path);
    }
  }
  expect(issues).toContain('/fingerprints/targets/~1steps~11~1selectors/element/tag');
});
