import type { Recipe } from '../../runtime/contracts/recipe/recipe.ts';
import { parseRecipeDocument, type RecipeDocument } from './recipe-document.ts';

/**
 * Returns the recipe as JSON that Chrome's Recorder imports, two spaces deep. Selectors in the short form become chains,
 * which is the one form that DevTools takes; what DevTools does not know stands in `customStep`, or in members that it
 * passes over. Defaults of secret variables are left out. Throws `invalid_request` for what is no recipe.
 */
export function toChromeJson(recipe: unknown): string {
  const { document, recipe: parsed } = parseRecipeDocument(recipe);
  const open = withoutSecretDefaults(document, parsed);
  return toJson({ ...open, steps: open.steps.map(toChainedStep) });
}

/**
 * Returns a TypeScript module that runs the recipe with `runRecipe` and prints its items. Variables stand in it with
 * their defaults; those without one, and secrets, come from environment variables of their name. Throws
 * `invalid_request` for what is no recipe.
 */
export function toTypeScript(input: unknown): string {
  const { document, recipe } = parseRecipeDocument(input);
  const values = recipe.variables.map(({ name, defaultValue, isSecret }) =>
    isSecret || defaultValue === undefined
      ? `  ${toKey(name)}: requireValue('${toEnvironmentName(name)}'),`
      : `  ${toKey(name)}: ${JSON.stringify(defaultValue)},`,
  );
  const needsValues = values.some((line) => line.includes(': requireValue('));
  return [
    "import { createGleaner } from 'gleaner';",
    '',
    `const recipe = ${toJson(withoutSecretDefaults(document, recipe)).trimEnd()};`,
    '',
    ...(values.length === 0 ? [] : ['const variables = {', ...values, '};', '']),
    'const gleaner = createGleaner();',
    'try {',
    `  const { result } = await gleaner.runRecipe(recipe${values.length === 0 ? '' : ', { variables }'});`,
    '  const items = result.pages.flatMap((page) => page.items);',
    '  console.log(JSON.stringify(items, undefined, 2));',
    '} finally {',
    '  await gleaner.close();',
    '}',
    ...(needsValues ? ['', ...requireValueLines] : []),
    '',
  ].join('\n');
}

const requireValueLines: readonly string[] = [
  'function requireValue(name: string): string {',
  '  const value = process.env[name];',
  '  if (value === undefined) throw new Error(`Set the environment variable ${name}.`);',
  '  return value;',
  '}',
];

function withoutSecretDefaults(document: RecipeDocument, { variables }: Recipe): RecipeDocument {
  if (document.variables === undefined) return document;
  const secrets = new Set(variables.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));
  const declared = Object.entries(document.variables).map(([name, value]) => [
    name,
    secrets.has(name) ? { secret: true } : value,
  ]);
  return { ...document, variables: Object.fromEntries(declared) as Record<string, unknown> };
}

function toChainedStep(step: RecipeDocument['steps'][number]): RecipeDocument['steps'][number] {
  const { selectors } = step;
  if (selectors === undefined) return step;
  // DevTools wants a place in the element; the corner is in every element that can be clicked.
  const place = /^(?:click|doubleClick)$/.test(step.type) ? { offsetX: 2, offsetY: 2 } : {};
  return { ...place, ...step, selectors: [selectors].flat().map((selector) => [selector].flat()) };
}

function toEnvironmentName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

function toKey(name: string): string {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? name : JSON.stringify(name);
}

function toJson(value: unknown): string {
  // Line separators of JSON are line ends in some readers of programs.
  const json = JSON.stringify(value, undefined, 2);
  return `${json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`;
}
