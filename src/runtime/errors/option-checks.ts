/** Throws a `TypeError` for what is no object of options, and for a member that none of the names is: a misspelt option would be ignored. */
export function checkMembers(what: string, options: object, names: readonly string[]): void {
  // Programs in JavaScript may pass anything.
  const given: unknown = options;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${what} takes an object of options.`);
  }
  for (const name of Object.keys(options)) {
    if (!names.includes(name))
      throw new TypeError(refuseOption(`${what} has no option "${name}"`, name, names));
  }
}

/** A refusal that says the names that there are, where none of them is alike. */
function refuseOption(refusal: string, name: string, known: readonly string[]): string {
  if (suggestName(name, known) !== undefined || known.length === 0) {
    return refuseName(refusal, name, known);
  }
  return `${refusal}; there ${known.length === 1 ? 'is' : 'are'} ${known.join(', ')}.`;
}

/** A refusal of a name that is not known, with the one that it most likely stands for. */
export function refuseName(refusal: string, name: string, known: readonly string[]): string {
  const meant = suggestName(name, known);
  return meant === undefined ? `${refusal}.` : `${refusal}; did you mean "${meant}"?`;
}

/** What a numeric option must be: a number of `unit` from `least` to `most`, whole unless it says otherwise. */
export interface NumberRule {
  readonly unit: string;
  readonly least: number;
  /** @default the largest whole number that a number holds exactly */
  readonly most?: number;
  /** Whether `Infinity` is allowed: no limit. */
  readonly mayBeInfinite: boolean;
  /** @default false */
  readonly isFraction?: boolean;
}

/** Throws `TypeError` for the first option that breaks its rule, by its name behind `prefix`. Absent ones are left alone. */
export function checkNumbers<Name extends string>(
  prefix: string,
  given: Readonly<Partial<Record<NoInfer<Name>, unknown>>>,
  rules: Readonly<Record<Name, NumberRule>>,
): void {
  for (const name of Object.keys(rules) as Name[]) {
    const value = given[name];
    if (value !== undefined) checkNumber(`${prefix}${name}`, value, rules[name]);
  }
}

function checkNumber(name: string, value: unknown, rule: NumberRule): void {
  if (!isInRange(value, rule)) throw refuseValue(name, describeRule(rule), value);
}

function isInRange(
  value: unknown,
  { least, most = Number.MAX_SAFE_INTEGER, mayBeInfinite, isFraction = false }: NumberRule,
): boolean {
  if (value === Infinity) return mayBeInfinite;
  if (typeof value !== 'number' || !(isFraction || Number.isSafeInteger(value))) return false;
  return value >= least && value <= most;
}

function describeRule({ unit, least, most, mayBeInfinite, isFraction }: NumberRule): string {
  const range = most === undefined ? `, ${least} or more` : ` from ${least} to ${most}`;
  if (isFraction === true) return `a ${unit}${range}`;
  return `a whole number of ${unit}${range}${mayBeInfinite ? ', or Infinity' : ''}`;
}

/** What an option that is no number must be. */
export interface ValueRule {
  /** Stands behind "to be". */
  readonly wanted: string;
  readonly isAllowed: (value: unknown) => boolean;
  /** @default false */
  readonly isRequired?: boolean;
}

export const aFunction: ValueRule = {
  wanted: 'a function',
  isAllowed: (value) => typeof value === 'function',
};
export const aFlag: ValueRule = {
  wanted: 'true or false',
  isAllowed: (value) => typeof value === 'boolean',
};
export const aText: ValueRule = {
  wanted: 'a text that is not empty',
  isAllowed: (value) => typeof value === 'string' && value !== '',
};

export const anObject: ValueRule = {
  wanted: 'an object',
  isAllowed: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** A part that can be replaced: what has these methods. */
export function toPartRule(...methods: readonly string[]): ValueRule {
  return {
    wanted: `an object with the methods ${methods.map((method) => `\`${method}\``).join(', ')}`,
    isAllowed(value) {
      const part = value as Readonly<Record<string, unknown>> | null | undefined;
      return methods.every((method) => typeof part?.[method] === 'function');
    },
  };
}

export const aFetcher: ValueRule = toPartRule('fetch');
export const aBrowser: ValueRule = toPartRule('printPdf', 'replay', 'renderPage');
export const aClock: ValueRule = toPartRule('nowMs', 'monotonicMs', 'after');

/** Throws `TypeError` for the first option that breaks its rule, by its name behind `prefix`. Absent ones are left alone unless they are required. */
export function checkValues<Name extends string>(
  prefix: string,
  given: Readonly<Partial<Record<NoInfer<Name>, unknown>>>,
  rules: Readonly<Record<Name, ValueRule>>,
): void {
  for (const name of Object.keys(rules) as Name[]) {
    checkValue(`${prefix}${name}`, given[name], rules[name]);
  }
}

function checkValue(
  name: string,
  value: unknown,
  { wanted, isAllowed, isRequired = false }: ValueRule,
): void {
  if (value === undefined ? isRequired : !isAllowed(value)) throw refuseValue(name, wanted, value);
}

/** Of an option that is looked at elsewhere. */
export const anything: ValueRule = { wanted: 'anything', isAllowed: () => true };

/** What each option must be, and each of those in an option that holds some. */
export type OptionRules<Options> = Readonly<
  Record<keyof Options, NumberRule | ValueRule | NestedRules>
>;

interface NestedRules {
  readonly members: OptionRules<Readonly<Record<string, unknown>>>;
}

/**
 * Throws `TypeError` for what is no object of options, for an option that has no rule, and for the first one that breaks its rule,
 * by its name behind `prefix`. `what` takes them, in messages.
 */
export function checkOptions<Options extends object>(
  what: string,
  options: Options,
  rules: OptionRules<Options>,
  prefix = '',
): void {
  const names = Object.keys(rules) as (keyof Options & string)[];
  checkMembers(what, options, names);
  for (const each of names) {
    const [rule, value, name] = [rules[each], options[each], `${prefix}${each}`];
    if ('isAllowed' in rule) checkValue(name, value, rule);
    else if (value === undefined) continue;
    else if ('unit' in rule) checkNumber(name, value, rule);
    else checkOptions(`\`${name}\``, value as object, rule.members, `${name}.`);
  }
}

function refuseValue(name: string, wanted: string, value: unknown): TypeError {
  return new TypeError(`Expected \`${name}\` to be ${wanted}, got ${describe(value)}.`);
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Most characters of a name; the time grows with the square of its length. */
const maxLength = 64;

/**
 * The known name that a misspelt one most likely stands for, or `undefined`: at most a third of it may differ, or it is one of the
 * name’s words, as `url` of `website_url`.
 */
export function suggestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  let best: string | undefined;
  let leastSlips = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (candidate.length > maxLength) continue;
    const slips = countSlips(name.toLowerCase(), candidate.toLowerCase());
    if (slips < leastSlips) [best, leastSlips] = [candidate, slips];
  }
  return best ?? findByWord(name.toLowerCase(), known);
}

function findByWord(word: string, known: Iterable<string>): string | undefined {
  for (const candidate of known) {
    if (candidate.split(/[_-]|(?=[A-Z])/).some((part) => part.toLowerCase() === word))
      return candidate;
  }
  return undefined;
}

/** Letters added, left out, changed, or swapped with their neighbour (Damerau–Levenshtein, adjacent swaps only). */
function countSlips(left: string, right: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? 0;
}
