import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFingerprint } from '../../../test/support/make-fingerprint.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { parseRecipe } from '../../recipes/format/parse-recipe.ts';
import {
  advanceDraft,
  createDraftHistory,
  redoDraft,
  undoDraft,
} from '../workbench/create-owner-draft.ts';
import { editDraft } from './edit-draft.ts';
import {
  createRecipeDocument,
  parseRecipeDocument,
  type RecipeDocument,
} from './recipe-document.ts';

const click = (selector: string) => ({ type: 'click', selectors: [[selector]] });
const shop = (): Record<string, unknown> => ({
  title: 'A shop',
  steps: [
    { type: 'navigate', url: 'https://shop.test/' },
    {
      type: 'change',
      selectors: [['#q']],
      value: 'desk lamp',
      assertedEvents: [{ type: 'navigation', url: 'https://shop.test/?q=desk+lamp&page=1' }],
    },
    click('#go'),
    { type: 'customStep', name: 'repeat', parameters: { times: 2, steps: [click('#more')] } },
    {
      type: 'customStep',
      name: 'extract',
      parameters: {
        items: ['li'],
        fields: { name: { selectors: ['h2'] } },
        schema: { const: 'desk lamp' },
      },
    },
  ],
});
const known = (tag: string) => ({ element: makeFingerprint({ tag }), rivals: [], unique: [] });

describe('a change', () => {
  test('adds, replaces, moves and removes steps, those of loops too', () => {
    let recipe = editDraft(shop(), { edit: 'add_step', step: click('#end') });
    recipe = editDraft(recipe, { edit: 'add_step', at: '/steps/1', step: click('#cookies') });
    recipe = editDraft(recipe, { edit: 'move_step', path: '/steps/6', to: 2 });
    recipe = editDraft(recipe, { edit: 'remove_step', path: '/steps/4' });
    const inLoop = '/steps/4/parameters/steps/0';
    recipe = editDraft(recipe, { edit: 'replace_step', path: inLoop, step: click('#other') });
    const names = recipe.steps.map(({ type, selectors, name }) => name ?? selectors ?? type);
    expect(names).toEqual(['navigate', [['#cookies']], [['#end']], [['#q']], 'repeat', 'extract']);
    expect(JSON.stringify(recipe.steps[4])).toContain('#other');
  });

  test('leaves the recipe that it was given as it is', () => {
    const recipe = shop();
    editDraft(recipe, { edit: 'remove_step', path: '/steps/0' });
    expect(recipe).toEqual(shop());
  });

  test('keeps what a run learnt with its step, and drops it with its step', () => {
    const fingerprints = {
      version: 1,
      targets: {
        '/steps/1/selectors': known('input'),
        '/steps/2/selectors': known('button'),
        '/steps/3/parameters/steps/0/selectors': known('a'),
      },
    };
    let recipe = editDraft(
      { ...shop(), fingerprints },
      {
        edit: 'move_step',
        path: '/steps/1',
        to: 2,
      },
    );
    const tags = () =>
      Object.entries(parseRecipe(recipe).fingerprints?.targets ?? {})
        .map(([path, { element }]) => [path, element.tag])
        .toSorted(([a = ''], [b = '']) => a.localeCompare(b));
    expect(tags()).toEqual([
      ['/steps/1/selectors', 'button'],
      ['/steps/2/selectors', 'input'],
      ['/steps/3/parameters/steps/0/selectors', 'a'],
    ]);
    recipe = editDraft(recipe, { edit: 'remove_step', path: '/steps/1' });
    expect(tags()).toEqual([
      ['/steps/1/selectors', 'input'],
      ['/steps/2/parameters/steps/0/selectors', 'a'],
    ]);
  });

  test('marks a step or a field as optional, and takes it back', () => {
    const path = '/steps/4/parameters/fields/name';
    const marked = editDraft(shop(), { edit: 'set_optional', path, optional: true });
    const [, , , , extract] = parseRecipe(marked).steps;
    expect(extract).toMatchObject({ fields: [{ isOptional: true }] });
    expect(editDraft(marked, { edit: 'set_optional', path, optional: false })).toEqual(shop());
  });

  test.each([
    [{ edit: 'remove_step', path: '/steps/9' }, /no step at "\/steps\/9"/],
    [{ edit: 'remove_step', path: '/title' }, /no step at "\/title"/],
    [{ edit: 'set_optional', path: '/__proto__', optional: true }, /no step or field/],
    [{ edit: 'add_step', step: { type: 'clack' } }, /Step 6/],
    [{ edit: 'burn' }, /edit/],
    [{ edit: 'make_variable', path: '/steps/1/type/0', name: 'q' }, /no text at/],
    [{ edit: 'rename_variable', name: 'qu', to: 'search' }, /no variable "qu"/],
  ])('%j is refused with its reason', (edit, reason) => {
    expect(() => editDraft(shop(), edit)).toThrow(reason);
  });

  test('that leaves nothing to run is refused', () => {
    const recipe = createRecipeDocument('New', 'https://shop.test/');
    expect(() => editDraft(recipe, { edit: 'remove_step', path: '/steps/0' })).toThrow(/steps/);
  });
});

describe('a typed text', () => {
  const asked = { edit: 'make_variable', path: '/steps/1/value', name: 'query' };

  test('becomes a variable with itself as the default, also in the address that it led to', () => {
    const recipe = editDraft(shop(), asked);
    expect(recipe.variables).toEqual({ query: { default: 'desk lamp' } });
    expect(recipe.steps[1]).toMatchObject({
      value: '{{query}}',
      assertedEvents: [{ url: 'https://shop.test/?q={{query}}&page=1' }],
    });
    expect(recipe.steps[4]).toEqual((shop()['steps'] as unknown[])[4]);
  });

  test('that is secret leaves the recipe', () => {
    for (const edit of [
      { ...asked, secret: true },
      { ...asked, name: 'password' },
    ]) {
      const recipe = editDraft(shop(), edit);
      expect(JSON.stringify(recipe.steps.slice(0, 4))).not.toMatch(/desk.lamp/);
      expect(recipe.variables).toEqual({ [edit.name]: { secret: true } });
    }
  });

  test('keeps its place when the variable is renamed, and the variable is gone with it', () => {
    const named = editDraft(shop(), asked);
    const renamed = editDraft(named, { edit: 'rename_variable', name: 'query', to: 'words' });
    expect(JSON.stringify(renamed)).not.toContain('query');
    expect(renamed.variables).toEqual({ words: { default: 'desk lamp' } });
    const remove = { edit: 'remove_variable', name: 'words' };
    expect(() => editDraft(renamed, remove)).toThrow(/still stands in a step/);
    const typed = { type: 'change', selectors: ['#q'], value: 'mug' };
    const replaced = editDraft(renamed, { edit: 'replace_step', path: '/steps/1', step: typed });
    expect(editDraft(replaced, remove).variables).toEqual({});
  });

  test('takes no name that another variable has', () => {
    const named = editDraft(shop(), asked);
    const url = { edit: 'make_variable', path: '/steps/0/url', name: 'query' };
    expect(() => editDraft(named, url)).toThrow(/"query" already/);
  });
});

const pointer = fc.oneof(
  fc.nat(6).map((index) => `/steps/${index}`),
  fc.nat(2).map((index) => `/steps/3/parameters/steps/${index}`),
  fc.constantFrom('/steps/4/parameters/fields/name', '', '/steps', '/variables/a', 'x'),
);
const name = fc.constantFrom('query', 'password', 'index', '__proto__', 'a b', 'words');
const step = fc.constantFrom(click('#a'), { type: 'close' }, { type: 'clack' }, click('{{query}}'));
const anyEdit = fc.oneof(
  fc.record({ edit: fc.constant('add_step'), at: pointer, step }),
  fc.record({ edit: fc.constant('replace_step'), path: pointer, step }),
  fc.record({ edit: fc.constant('remove_step'), path: pointer }),
  fc.record({ edit: fc.constant('move_step'), path: pointer, to: fc.nat(9) }),
  fc.record({ edit: fc.constant('set_optional'), path: pointer, optional: fc.boolean() }),
  fc.record({
    edit: fc.constant('make_variable'),
    path: pointer.map((path) => `${path}/value`),
    name,
  }),
  fc.record({ edit: fc.constant('rename_variable'), name, to: name }),
  fc.record({ edit: fc.constant('set_variable'), name, secret: fc.boolean() }),
  fc.record({ edit: fc.constant('remove_variable'), name }),
);

test('whatever is changed, the recipe can be read, and every change can be undone and made again', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 12 }), (edits) => {
      let history = createDraftHistory(parseRecipeDocument(shop()).document);
      for (const edit of edits) {
        const changed = attempt(history.current, edit);
        if (changed === undefined) continue;
        parseRecipe(changed);
        history = advanceDraft(history, changed);
        expect(redoDraft(undoDraft(history))).toEqual(history);
      }
      let undone = history;
      while (undone.before.length > 0) undone = undoDraft(undone);
      expect(undone.current).toEqual(shop());
    }),
    { numRuns: 150 },
  );
});

/** The changed recipe; `undefined` for an edit that is refused with its reason. */
function attempt(recipe: unknown, edit: unknown): RecipeDocument | undefined {
  try {
    return editDraft(recipe, edit);
  } catch (error) {
    if (isGleanerError(error, 'invalid_request')) return undefined;
    throw error;
  }
}
