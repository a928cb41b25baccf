import type {
  Extractor,
  FieldType,
  JsonSchema,
  SelectField,
  Selection,
} from '../../runtime/contracts/extractor.ts';
import { type Issue, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import {
  type ValueRule,
  anObject,
  checkMembers,
  checkValues,
} from '../../runtime/errors/option-checks.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';
import { listSchemaFields } from '../schema/list-schema-fields.ts';
import { type Selector, SelectorType, parse } from 'css-what';
import { toWordSet } from '../../runtime/collections.ts';

/** A field by selectors, in the form of recipes; a text is its one selector. */
export type SelectorField =
  | string
  | {
      /** CSS selectors in order of preference, searched inside the item. `:scope` is the item itself. */
      readonly selectors: string | readonly string[];
      /** The attribute that is read instead of the element's text. @default the text; for a `url` `href` or `src`, for a `date` `datetime` */
      readonly attribute?: string | undefined;
      /** How the text is read. @default 'string' */
      readonly type?: FieldType | undefined;
      /** Whether all matches are read, not only the first. @default false */
      readonly list?: boolean | undefined;
      /** Whether an item may lack the value without a warning. @default false */
      readonly optional?: boolean | undefined;
    };

/** What `selectorExtractor` reads from each page. */
export interface SelectorExtractorOptions {
  /** CSS selectors of the repeated element, in order of preference. @default the page is one item */
  readonly items?: string | readonly string[] | undefined;
  /** At least one. */
  readonly fields: Readonly<Record<string, SelectorField>>;
}

const types: readonly FieldType[] = ['string', 'number', 'boolean', 'url', 'date', 'html'];
const fieldNames = ['selectors', 'attribute', 'type', 'list', 'optional'];
const selectorsRule: ValueRule = {
  wanted: 'a CSS selector, or a list of them',
  isAllowed: (value) => [value].flat().every((selector) => typeof selector === 'string'),
};
const maxNamed = 20;

/**
 * Creates an extractor for pages whose markup is known: the fields of recipes, read by CSS selectors from what people see of
 * the page. Prompts are not read. The value is the page's object, or with `items` a list: under the name that the schema has for
 * its one list, else by itself.
 *
 * @example
 * createGleaner({ extractor: selectorExtractor({ items: '.card', fields: { name: 'h3', price: { selectors: '.price', type: 'number' } } }) })
 *
 * @throws TypeError for a member that there is not.
 * @throws GleanerError `invalid_request` that names each field and selector that cannot be used.
 */
export function selectorExtractor(options: SelectorExtractorOptions): Extractor {
  const { items, fields } = parseOptions(options);
  return {
    name: 'selector',
    async extract({ page, schema, plainText, signal }) {
      signal.throwIfAborted();
      const list = items !== undefined;
      const name = list ? findListName(schema) : undefined;
      // Without a schema the answer is an object: a list by itself becomes its `items`.
      const around = list && schema === undefined ? 'items' : name;
      const place = around === undefined ? '' : toJsonPointer([around]);
      const selection = await page.select({ items, fields, place });
      const picked = list ? selection.items : (selection.items[0] ?? {});
      const value = name === undefined ? picked : { [name]: picked };
      return {
        value: plainText ? toText(selection) : value,
        usage: [],
        warnings: [...selection.warnings, ...describeSelection(selection, list)],
      };
    },
  };
}

function parseOptions(options: SelectorExtractorOptions): {
  readonly items: readonly string[] | undefined;
  readonly fields: readonly SelectField[];
} {
  checkMembers('selectorExtractor', options, ['items', 'fields']);
  checkValues('', options, { items: selectorsRule, fields: { ...anObject, isRequired: true } });
  const { items, fields } = options;
  const issues: Issue[] = [];
  const read = Object.entries(fields).map(([name, field]) => parseField(name, field, issues));
  if (read.length === 0) issues.push({ path: '/fields', message: 'Expected at least one field.' });
  const itemSelectors = items === undefined ? undefined : toList(items);
  if (itemSelectors !== undefined) checkSelectors(itemSelectors, '/items', issues);
  if (issues.length > 0) throw invalidRequest('make the selector extractor', issues);
  return { items: itemSelectors, fields: read };
}

function parseField(name: string, field: SelectorField, issues: Issue[]): SelectField {
  const given = typeof field === 'string' ? { selectors: field } : field;
  checkMembers(`The field "${name}"`, given, fieldNames);
  checkValues(`fields.${name}.`, given, { selectors: { ...selectorsRule, isRequired: true } });
  const { selectors, attribute, type = 'string', list = false, optional = false } = given;
  const place = toJsonPointer(['fields', name]);
  checkSelectors(toList(selectors), `${place}/selectors`, issues);
  if (!types.includes(type)) {
    issues.push({ path: `${place}/type`, message: `Expected one of ${types.join(', ')}.` });
  }
  if (name === '__proto__') issues.push({ path: place, message: 'Expected another name.' });
  return {
    name,
    selectors: toList(selectors),
    attribute,
    type,
    isList: list,
    isOptional: optional,
  };
}

/** The prefix is the Recorder's word for what is usual here. */
function toList(selectors: string | readonly string[]): readonly string[] {
  const list = typeof selectors === 'string' ? [selectors] : selectors;
  return list.map((selector) => selector.replace(/^css\//, ''));
}

function checkSelectors(selectors: readonly string[], place: string, issues: Issue[]): void {
  if (selectors.length === 0) issues.push({ path: place, message: 'Expected a CSS selector.' });
  for (const [at, selector] of selectors.entries()) {
    const problem = findSelectorProblem(selector);
    if (problem === undefined) continue;
    issues.push({ path: place + toJsonPointer([at]), message: `"${selector}" ${problem}.` });
  }
}

/** The one name that the schema has for a list; `undefined` where the schema is a list, or has none or several. */
function findListName(schema: JsonSchema | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const [list, another] = listSchemaFields(schema).filter(
    ({ path, arrayDepth, types: own }) =>
      path.length === 1 && arrayDepth === 0 && own.includes('array'),
  );
  return another === undefined ? list?.name : undefined;
}

function toText({ items }: Selection): string {
  return items.map((item) => Object.values(item).map(String).join('\t')).join('\n');
}

function describeSelection(
  { matched, items, problems }: Selection,
  isList: boolean,
): readonly string[] {
  const warnings: string[] = [];
  if (matched === 0) warnings.push('No element of the page matches the selectors of `items`.');
  const empty = matched - items.length;
  if (isList && items.length > 0 && empty > 0) {
    warnings.push(`${empty} of ${matched} items have none of the fields, and were left out.`);
  } else if (items.length === 0 && matched > 0) {
    warnings.push('None of the fields was found in the page.');
  }
  const named = problems.slice(0, maxNamed).map(({ path, message }) => `${path} ${message}.`);
  const rest = problems.length - named.length;
  return [...warnings, ...named, ...(rest > 0 ? [`${rest} more values were not read.`] : [])];
}

/** The pseudo-classes that css-select knows; a test compares them with its own lists. */
export const pseudoClasses: ReadonlySet<string> = toWordSet(
  'active any-link button checkbox checked contains disabled empty enabled file first-child first-of-type has header hover icontains ' +
    'image input is last-child last-of-type link matches not nth-child nth-last-child nth-last-of-type nth-of-type only-child only-of-type ' +
    'optional parent password radio read-only read-write required reset root scope selected submit text visited where',
);

/** Prefixes of the selectors of recipes that are no CSS. */
const browserKinds = /^(?:aria|text|xpath|pierce)\//;

/** Why a text is no CSS selector that can be used, as the rest of a sentence; `undefined` for one that can. */
export function findSelectorProblem(selector: string): string | undefined {
  if (browserKinds.test(selector)) return 'needs a browser: write CSS, or run a recipe';
  try {
    return findProblem(parse(selector));
  } catch (error) {
    return `is no CSS selector (${error instanceof Error ? error.message : 'it cannot be read'})`;
  }
}

function findProblem(selectors: readonly (readonly Selector[])[]): string | undefined {
  for (const token of selectors.flat()) {
    if (token.type === SelectorType.PseudoElement)
      return 'names a pseudo-element, which has no text';
    if (token.type !== SelectorType.Pseudo) continue;
    if (!pseudoClasses.has(token.name)) return `names ":${token.name}", which is not known`;
    const inner = Array.isArray(token.data) ? findProblem(token.data) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}
