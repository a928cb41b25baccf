import { describe, expect, test } from 'vitest';
import type { ExtractStep } from '../../runtime/contracts/recipe/recipe.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { listFollowedFields } from '../steps/step-kinds.ts';
import { bindVariables } from '../bind-variables.ts';
import { parseRecipe } from './parse-recipe.ts';

const price = { price: { selectors: '.price' } };
const custom = (name: string, parameters: object): object => ({
  type: 'customStep',
  name,
  parameters,
});

function toRecipe(follow: unknown, parameters: object = { fields: { name: { selectors: 'a' } } }) {
  return { title: 't', steps: [custom('extract', { ...parameters, follow })] };
}

function issuesOf(...recipe: Parameters<typeof toRecipe>): readonly string[] {
  try {
    parseRecipe(toRecipe(...recipe));
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    return error.details.issues.map(({ path, message }) => `${path} ${message}`);
  }
  return [];
}

function parsed(follow: object): ExtractStep {
  const { recipe } = bindVariables(parseRecipe(toRecipe(follow)), { tab: 'specs' });
  const [step] = recipe.steps;
  if (step?.type !== 'extract') throw new Error('Expected an extract step.');
  return step;
}

describe('what is followed', () => {
  test('is a link, steps, and fields that are read last', () => {
    const { follow, ...step } = parsed({
      link: ['a.more', 'aria/More'],
      steps: [
        { type: 'click', selectors: '#{{tab}}' },
        custom('extract', { fields: { size: { selectors: '.size' } } }),
      ],
      fields: price,
    });
    expect(follow?.link.path).toBe('/steps/0/parameters/follow/link');
    expect(follow?.steps.map(({ path, type }) => `${type} ${path}`)).toEqual([
      'click /steps/0/parameters/follow/steps/0',
      'extract /steps/0/parameters/follow/steps/1',
      'extract /steps/0/parameters/follow',
    ]);
    expect(follow?.steps[0]).toMatchObject({
      element: { selectors: [{ parts: [{ value: '#specs' }] }] },
    });
    const fields = listFollowedFields({ ...step, follow });
    expect(fields.map(({ name, element }) => `${name} ${element.path}`)).toEqual([
      'size /steps/0/parameters/follow/steps/1/parameters/fields/size/selectors',
      'price /steps/0/parameters/follow/fields/price/selectors',
    ]);
  });

  test.each([
    [{ fields: price }, /parameters\.follow\.link is missing\. The link in the item/],
    [{ link: 'a' }, /\/follow Step 1 \(extract\): needs "fields", or an extract step/],
    [{ link: 'a', fields: price, depth: 2 }, /depth/],
    [
      { link: 'a', fields: { name: { selectors: 'h1' } } },
      /\/follow\/fields\/name Step 1 \(extract\): is a second field "name" of the item/,
    ],
    [
      { link: 'a', fields: price, steps: [custom('extract', { fields: price })] },
      /is a second field "price"/,
    ],
    [
      { link: 'a', fields: price, steps: [{ type: 'navigate', url: 'https://a.example/' }] },
      /\/follow\/steps\/0 Step 1 \(extract\), step 1 \(navigate\): cannot stand in "follow"/,
    ],
    [
      { link: 'a', fields: price, steps: [custom('paginate', { next: 'a' })] },
      /step 1 \(paginate\): cannot stand in "follow"/,
    ],
    [
      {
        link: 'a',
        fields: price,
        steps: [custom('repeat', { times: 2, steps: [{ type: 'close' }] })],
      },
      /step 1 \(close\): cannot stand in "follow"/,
    ],
    [
      { link: 'a', steps: [custom('extract', { items: 'li', fields: price })] },
      /can have only "fields" in "follow"/,
    ],
    [
      {
        link: 'a',
        steps: [
          custom('extract', {
            fields: price,
            follow: { link: 'a', fields: { b: { selectors: 'b' } } },
          }),
        ],
      },
      /can have only "fields" in "follow"/,
    ],
    [
      {
        link: 'a',
        fields: { size: { selectors: 'i' } },
        steps: [custom('repeat', { times: 2, steps: [custom('extract', { fields: price })] })],
      },
      /cannot stand in a loop of "follow"/,
    ],
  ])('is refused where it makes no sense: %j', (follow, expected) => {
    const issues = issuesOf(follow);
    expect(issues.join('\n')).toMatch(expected);
    expect(issues).toHaveLength(1);
  });

  test('stands beside fields, not beside a prompt', () => {
    expect(issuesOf({ link: 'a', fields: price }, { prompt: 'all' }).join()).toMatch(
      /needs "fields" beside it/,
    );
  });

  test('reports a problem of a step inside by the step alone', () => {
    const steps = [custom('extract', { fields: { size: { selectors: 'i', type: 'numbr' } } })];
    const issues = issuesOf({ link: 'a', steps });
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatch(
      /Step 1 \(extract\), step 1 \(extract\): .* did you mean "number"\?$/,
    );
  });
});
