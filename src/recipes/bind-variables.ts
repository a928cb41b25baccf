import type {
  Recipe,
  RecipeStep,
  RepeatStep,
  Selector,
  SelectorPart,
} from '../runtime/contracts/recipe/recipe.ts';
import { type Issue, invalidRequest } from '../runtime/errors/gleaner-error.ts';
import { toJsonPointer } from '../runtime/plain-json.ts';
import {
  type Redactor,
  type VariableValues,
  createRedactor,
  fillExpression,
  fillJson,
  fillText,
  listPlaceholders,
  roundName,
  splitAtPlaceholders,
} from './placeholders.ts';
import type { Fill } from './steps/step-kind.ts';
import { findKind, stepKinds } from './steps/step-kinds.ts';
import { suggestName } from '../runtime/errors/option-checks.ts';

/** A recipe ready to be run, and what keeps its secrets. */
export interface BoundRecipe {
  /** `Selector.source` still holds `{{name}}`: reports speak of the recipe, not of its values. */
  readonly recipe: Recipe;
  readonly redactor: Redactor;
  /** The values of variables that are secret. */
  readonly secrets: readonly string[];
}

/** A form's text may be long; more is no value. */
const maxValueLength = 100_000;

/**
 * Replaces `{{name}}` in every string, except in JSON Schemas, by the values of this run or the defaults,
 * escaped for its place: a value never changes what the recipe does. Throws `invalid_request` with all that is missing
 * or unknown; messages never hold a value.
 */
export function bindVariables(
  recipe: Recipe,
  given: Readonly<Record<string, unknown>>,
): BoundRecipe {
  const { values, issues } = resolveValues(recipe, given);
  if (issues.length > 0) throw invalidRequest('run the recipe', issues);
  const fill = createFill(values, (name, problem) => {
    const message = `The value of "${name}" ${problem}.`;
    issues.push({ path: `/variables/${name}`, message });
  });
  const bound: Recipe = {
    ...recipe,
    title: fillText(recipe.title, values),
    steps: fill.steps(recipe.steps),
    // What was learnt holds {{name}} where a page had shown a secret.
    fingerprints: fillJson(recipe.fingerprints, values),
  };
  if (issues.length > 0) throw invalidRequest('run the recipe', issues);
  const secrets = recipe.variables.flatMap(({ name, isSecret }) =>
    isSecret ? (values.get(name) ?? []) : [],
  );
  return { recipe: bound, redactor: createRedactor(recipe.variables, values), secrets };
}

function resolveValues(
  { variables }: Recipe,
  given: Readonly<Record<string, unknown>>,
): { readonly values: VariableValues; readonly issues: Issue[] } {
  const issues: Issue[] = [];
  const values = new Map<string, string>();
  const known = new Set(variables.map(({ name }) => name));
  const refuse = (name: string, message: string): void => {
    issues.push({ path: toJsonPointer(['variables', name.slice(0, 64)]), message });
  };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!known.has(name)) {
      const meant = suggestName(name, known);
      const advice =
        meant === undefined
          ? `it has ${known.size === 0 ? 'none' : [...known].join(', ')}`
          : `did you mean "${meant}"`;
      refuse(name, `The recipe has no variable "${name.slice(0, 64)}"; ${advice}.`);
      continue;
    }
    const text = toText(value);
    if (text === undefined) {
      refuse(name, `The value of "${name}" must be a text, a number or a boolean.`);
    } else if (text.length > maxValueLength) {
      refuse(name, `The value of "${name}" is longer than ${maxValueLength} characters.`);
    } else values.set(name, text);
  }
  for (const { name, defaultValue } of variables) {
    if (values.has(name)) continue;
    if (defaultValue !== undefined) values.set(name, defaultValue);
    else if (!Object.hasOwn(given, name) || given[name] === undefined) {
      refuse(name, `The variable "${name}" has no value; pass one, or give it a default.`);
    }
  }
  return { values, issues };
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

type Refuse = (name: string, problem: string) => void;

/** Creates what puts values into steps. */
function createFill(values: VariableValues, refuse: Refuse): Fill {
  const text = (value: string): string => fillText(value, values);
  const url = (value: string): string => fillUrl(value, values, refuse);
  // What begins with a variable is known only now.
  const webUrl = (template: string): string => {
    const filled = url(template);
    if (!/^https?:\/\/[^/]/i.test(filled)) {
      refuse(findFirstName(template), 'stands for a URL and must begin with http:// or https://');
    }
    return filled;
  };
  const selector = ({ source, parts }: Selector): Selector => ({
    source,
    parts: parts.map((part) => fillSelectorPart(part, values, refuse)),
  });
  const fill: Fill = {
    text,
    url: webUrl,
    pageUrl(template) {
      const filled = webUrl(template);
      if (!filled.includes('{page}')) {
        refuse(findFirstName(template), 'stands for a URL template and must hold {page}');
      }
      return filled;
    },
    expression: (expression) => fillExpression(expression, values),
    json: (value) => fillJson(value, values),
    target: ({ path, selectors: [first, ...others] }) => ({
      path,
      selectors: [selector(first), ...others.map(selector)],
    }),
    steps: (steps) => steps.map(bind),
  };

  function bind(raw: RecipeStep): RecipeStep {
    const { dialog } = raw;
    const step: RecipeStep = {
      ...raw,
      target: url(raw.target),
      navigations: raw.navigations.map(({ url: to, title }) => ({
        url: to === undefined ? undefined : url(to),
        title: title === undefined ? undefined : text(title),
      })),
      dialog: typeof dialog === 'object' ? { text: text(dialog.text) } : dialog,
    };
    if (step.type === 'repeat' && hasRounds(step)) return inRound(step, 1);
    return { ...step, ...findKind(step).bind(step, fill) };
  }

  function inRound(step: RepeatStep, index: number): RepeatStep {
    const inner = createFill(new Map(values).set(roundName, String(index)), refuse);
    const bound = stepKinds.repeat.bind(step, inner);
    return { ...step, ...bound, inRound: (other) => inRound(step, other) };
  }
  return fill;
}

/** The first variable that a text names; empty where it names none. */
function findFirstName(template: string): string {
  return splitAtPlaceholders(template)[1] ?? '';
}

/** Whether the rounds of a loop, or of a loop inside it, differ by their number. */
function hasRounds({ steps, while: condition }: RepeatStep): boolean {
  return listPlaceholders(JSON.stringify([steps, condition])).includes(roundName);
}

/**
 * Values in a URL. At its very beginning a value is an address and stays as it is; in the host it may only be part of
 * one; behind that it is percent-encoded, so that it stays one segment, one parameter's value, one fragment.
 */
function fillUrl(url: string, values: VariableValues, refuse: Refuse): string {
  const isAddressGiven = url.startsWith('{{');
  /** What ends the path, and a segment of it, as browsers read addresses. */
  let isInPath = true;
  let segment = '';
  let inSegment: string | undefined;
  let filled = '';
  const endSegment = (): void => {
    if (inSegment !== undefined && isDotSegment(segment)) {
      refuse(inSegment, 'leads to another path of the URL: "." and ".." may not be a part of it');
    }
    [segment, inSegment] = ['', undefined];
  };
  for (const [index, piece] of splitAtPlaceholders(url).entries()) {
    if (index % 2 === 0) {
      filled += piece;
      for (const character of piece) {
        if (/[?#]/.test(character)) {
          endSegment();
          isInPath = false;
        } else if (/[/\\]/.test(character)) endSegment();
        else if (isInPath) segment += character;
      }
      continue;
    }
    const value = values.get(piece);
    const written = value === undefined ? `{{${piece}}}` : toUrlPart(value, filled, isAddressGiven);
    if (written === undefined) {
      refuse(
        piece,
        'stands in the host of a URL, where only letters, digits, ".", ":" and "-" may be',
      );
    }
    const isAddress = filled === '';
    filled += written ?? '';
    if (isAddress || !isInPath) continue;
    segment += written ?? '';
    inSegment = piece;
  }
  endSegment();
  return filled;
}

/** A value as it stands behind the beginning of a URL; `undefined` for one that cannot stand there. */
function toUrlPart(value: string, before: string, isAddressGiven: boolean): string | undefined {
  if (before === '') return value;
  const isInHost = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i.test(before) && !isAddressGiven;
  if (!isInHost) return encodeURIComponent(value.toWellFormed());
  return /^[\p{L}\p{N}.:-]*$/u.test(value) ? value : undefined;
}

/** Whether a segment of a path names its own folder or the one above, percent-encoded or not; line ends count for nothing. */
function isDotSegment(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment.replaceAll(/[\t\n\r]/g, ''));
}

/** Values in one part of a selector, escaped for where they stand: a value never becomes syntax. */
function fillSelectorPart(
  part: SelectorPart,
  values: VariableValues,
  refuse: Refuse,
): SelectorPart {
  switch (part.kind) {
    case 'css':
    case 'pierce':
      return { ...part, value: fillText(part.value, values, escapeCss) };
    case 'xpath':
      return { ...part, value: fillXpath(part.value, values, refuse) };
    case 'aria':
      return fillAria(part, values, refuse);
    case 'nth':
      return { ...part, value: fillNth(part.value, values, refuse) };
    case 'text':
      break;
  }
  const value = fillText(part.value, values);
  checkNotEmpty(part.value, value, refuse);
  return { ...part, value };
}

/** A text that is empty matches every element. */
function checkNotEmpty(template: string, value: string, refuse: Refuse): void {
  const name = findFirstName(template);
  if (name !== '' && isEmpty(value)) {
    refuse(name, 'stands for the text of an element and must not be empty');
  }
}

function isEmpty(text: string): boolean {
  return /^[\s\p{C}]*$/u.test(text);
}

function fillNth(nth: string, values: VariableValues, refuse: Refuse): string {
  return fillText(nth, values, (value, _, name) => {
    if (!/^[1-9]\d{0,4}$/.test(value)) {
      refuse(name, 'stands for the place of an element and must be a whole number from 1');
    }
    return value;
  });
}

function fillAria(part: SelectorPart, values: VariableValues, refuse: Refuse): SelectorPart {
  // Names are compared with white space collapsed.
  const value = fillText(part.value, values).replaceAll(/\s+/g, ' ').trim();
  checkNotEmpty(part.value, value, refuse);
  if (part.role === undefined) return { ...part, value };
  const role = fillText(part.role, values, (role, _, name) => {
    if (!/^[A-Za-z-]+$/.test(role)) refuse(name, 'stands for a role, e.g. "link"; it is no word');
    return role;
  });
  return { ...part, value, role };
}

/**
 * By escapes that mean the same inside strings and in names. Each ends in a space, which belongs to it. Digits stay
 * where a number may be meant: in a name that has begun, and behind `(` and `+`, as in `:nth-child({{n}})`. css-what, which
 * reads selectors outside a browser, takes U+0080 to U+00AF for no part of a name.
 */
function escapeCss(value: string, before: string): string {
  let escaped = '';
  for (const character of value.toWellFormed().replaceAll('\0', '\uFFFD')) {
    const last = (before + escaped).at(-1) ?? '';
    const goesOn = /[\w\u0080-\uFFFF-]/.test(last);
    const isPlain =
      /[A-Za-z_\u00B0-\u{10FFFF}]/u.test(character) ||
      (/\d/.test(character) && (goesOn || /[(+]/.test(last))) ||
      (character === '-' && goesOn);
    escaped += isPlain ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `;
  }
  return escaped;
}

/** XPath has no escapes: a literal with a value in it is written anew, with the quotes that the value leaves free. */
function fillXpath(xpath: string, values: VariableValues, refuse: Refuse): string {
  let filled = '';
  let literal: { readonly quote: string; content: string; name?: string } | undefined;
  for (const [index, piece] of splitAtPlaceholders(xpath).entries()) {
    if (index % 2 === 1) {
      const value = values.get(piece) ?? `{{${piece}}}`;
      if (literal !== undefined) {
        literal.content += value;
        literal.name = piece;
      } else {
        if (!/^(?:\d+(?:\.\d+)?|[A-Za-z_][\w.-]*)$/.test(value)) {
          refuse(piece, 'stands outside of quotes in XPath, where only numbers and names may be');
        }
        filled += value;
      }
      continue;
    }
    for (const character of piece) {
      if (literal === undefined) {
        if (character === '"' || character === "'") literal = { quote: character, content: '' };
        else filled += character;
      } else if (character === literal.quote) {
        // Every text contains the empty one.
        if (literal.name !== undefined)
          checkNotEmpty(`{{${literal.name}}}`, literal.content, refuse);
        filled += toXpathLiteral(literal.content);
        literal = undefined;
      } else literal.content += character;
    }
  }
  return literal === undefined ? filled : filled + literal.quote + literal.content;
}

function toXpathLiteral(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  const pieces = text.split('"').map((piece) => `"${piece}"`);
  return `concat(${pieces.join(`, '"', `)})`;
}
