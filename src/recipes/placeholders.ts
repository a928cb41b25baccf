import type { RecipeVariable } from '../runtime/contracts/recipe/recipe.ts';
import { createSecretReplacer, replaceInJson } from '../runtime/secrets/create-secret-replacer.ts';

/** In the steps of a loop `{{index}}` is the number of the round, from 1; of loops inside each other, the innermost one's. */
export const roundName = 'index';

/** Values of variables by name. */
export type VariableValues = ReadonlyMap<string, string>;

/** Puts values in where `{{name}}` stands; `escape` fits each to its place. What has no value stays as it is. */
export function fillText(
  text: string,
  values: VariableValues,
  escape: (value: string, before: string, name: string) => string = (value) => value,
): string {
  let filled = '';
  for (const [index, piece] of splitAtPlaceholders(text).entries()) {
    if (index % 2 === 0) filled += piece;
    else {
      const value = values.get(piece);
      filled += value === undefined ? `{{${piece}}}` : escape(value, filled, piece);
    }
  }
  return filled;
}

/** Values in every string of plain JSON; names of members stay as they are. */
export function fillJson<Value>(value: Value, values: VariableValues): Value {
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return fillText(part, values);
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, fill(member)]));
  };
  return fill(value) as Value;
}

/**
 * Values in JavaScript: everything but letters and digits is written as an escape of string literals, so that a value
 * stays inside its literal whatever it holds; outside of literals only words and whole numbers make sense.
 */
export function fillExpression(expression: string, values: VariableValues): string {
  return fillText(expression, values, (value) =>
    value.replaceAll(
      /[^A-Za-z0-9]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/** A variable's place in a text: `{{name}}`, with or without spaces inside. */
const placeholder = /\{\{ {0,4}([A-Za-z][A-Za-z0-9_.-]{0,63}) {0,4}\}\}/g;

/** Finds the places of these variables. */
export function toPlaceholderPattern(names: readonly string[]): RegExp {
  const escaped = names.map((name) => name.replaceAll('.', String.raw`\.`));
  return new RegExp(
    escaped.length === 0 ? '(?!)' : `\\{\\{ {0,4}(?:${escaped.join('|')}) {0,4}\\}\\}`,
  );
}

/** A text cut at its variables: literal text and names take turns, the first and the last are literal. */
export function splitAtPlaceholders(text: string): readonly string[] {
  return text.includes('{{') ? text.split(placeholder) : [text];
}

/** The variables that a text names, in order, each as often as it stands there. */
export function listPlaceholders(text: string): readonly string[] {
  return splitAtPlaceholders(text).filter((_, index) => index % 2 === 1);
}

/** Takes the values of variables out again, before anything is shown; `{{name}}` stands in their place. */
export interface Redactor {
  /** For warnings, errors and logs: no variable's value is left. */
  readonly text: (text: string) => string;
  /**
   * For what is kept (healed selectors, fingerprints): no secret's value is left, in any string of the JSON and any name of a
   * member.
   */
  readonly json: <Value>(value: Value) => Value;
  /** For what was read from pages: no secret's value is left, neither in a string nor as a number. */
  readonly items: <Value>(value: Value) => Value;
}

/**
 * Fewest characters of an ordinary value that is redacted; shorter ones occur in many texts, and messages would
 * become unreadable.
 */
const minOrdinaryLength = 3;

/** The redactor of one run. Secrets are found however pages write them. */
export function createRedactor(
  variables: readonly RecipeVariable[],
  values: VariableValues,
): Redactor {
  const places = toPlaceholderPattern(variables.map(({ name }) => name));
  const fromSecrets = createSecretReplacer(places);
  const fromAll = createSecretReplacer(places);
  for (const { name, isSecret } of variables) {
    const value = values.get(name)?.trim() ?? '';
    if (isSecret) {
      fromSecrets.add(value, `{{${name}}}`);
      fromAll.add(value, `{{${name}}}`);
    } else if (value.length >= minOrdinaryLength) fromAll.addText(value, `{{${name}}}`);
  }
  const json = <Value>(value: Value): Value => replaceInJson(value, fromSecrets);
  const items = <Value>(value: Value): Value =>
    replaceInJson(value, {
      text: fromSecrets.text,
      number: (number) => fromSecrets.findNumber(number) ?? number,
    });
  return { text: fromAll.text, json, items };
}
