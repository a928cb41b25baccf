import type { RecipeVariable } from '../../contracts/recipe/recipe.ts';
import { setOwn } from '../../schema/copy-plain-json.ts';
import type { VariableValues } from './fill-text.ts';

/** Takes the values of variables out again, before anything is shown; `{{name}}` stands in their place. */
export interface Redactor {
  /** For warnings, errors and logs: no variable's value is left. */
  readonly text: (text: string) => string;
  /**
   * For results and what is kept (items, healed selectors, fingerprints): no secret's value is left, in any string of
   * the JSON.
   */
  readonly json: <Value>(value: Value) => Value;
}

/**
 * Fewest characters of an ordinary value that is redacted; shorter ones occur in many texts, and messages would
 * become unreadable.
 */
const minOrdinaryLength = 3;
/** Shorter secrets are redacted only as whole words: a PIN `7` is not every digit 7. */
const minSecretLength = 4;

/** The redactor of one run. Secrets are also found as they stand in URLs and in JSON. */
export function createRedactor(
  variables: readonly RecipeVariable[],
  values: VariableValues,
): Redactor {
  const secrets = variables.filter(({ isSecret }) => isSecret);
  const fromAll = createReplacer(variables, values);
  const fromSecrets = createReplacer(secrets, values);

  function redactJson(value: unknown): unknown {
    if (typeof value === 'string') return fromSecrets(value);
    if (Array.isArray(value)) return value.map(redactJson);
    if (typeof value !== 'object' || value === null) return value;
    const redacted = {};
    for (const [name, member] of Object.entries(value)) {
      setOwn(redacted, name, redactJson(member));
    }
    return redacted;
  }

  return { text: fromAll, json: <Value>(value: Value) => redactJson(value) as Value };
}

function createReplacer(
  variables: readonly RecipeVariable[],
  values: VariableValues,
): (text: string) => string {
  const names = new Map<string, string>();
  for (const { name, isSecret } of variables) {
    const value = values.get(name)?.trim() ?? '';
    if (value.length < (isSecret ? 1 : minOrdinaryLength)) continue;
    const forms = isSecret ? listForms(value) : [value];
    for (const form of forms) if (!names.has(form)) names.set(form, name);
  }
  if (names.size === 0) return (text) => text;
  // The longest first: a value that contains another is redacted as a whole.
  const forms = [...names.keys()].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(forms.map(toPattern).join('|'), 'gu');
  return (text) => text.replaceAll(pattern, (form) => `{{${names.get(form) ?? ''}}}`);
}

function listForms(value: string): readonly string[] {
  const encoded = encodeURIComponent(value.toWellFormed());
  return [
    value,
    encoded,
    // As forms send it.
    encoded.replaceAll('%20', '+'),
    JSON.stringify(value).slice(1, -1),
    value.replaceAll(/\s+/g, ' '),
  ];
}

function toPattern(form: string): string {
  const escaped = form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  if (form.length >= minSecretLength) return escaped;
  return `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`;
}
