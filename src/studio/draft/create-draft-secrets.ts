import { recipeSchema } from '../../recipes/format/recipe-schema.ts';
import { toPlaceholderPattern } from '../../recipes/placeholders.ts';
import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import {
  createSecretReplacer,
  type JsonPlace,
  replaceInJson,
  type SecretReplacer,
} from '../../runtime/secrets/create-secret-replacer.ts';
import type { RecipeDocument } from './recipe-document.ts';
import { toWordSet } from '../../runtime/collections.ts';

/**
 * What an owner has typed or chosen as secret. A value is one for all that was recorded and will be, wherever a page shows it, and
 * nothing leaves the studio but through `redact` or `redactDocument`. The values stand in memory alone.
 */
export interface DraftSecrets {
  /**
   * Notes what stands in a field for secrets while it is typed; a later text of the same variable takes its place. `undefined`: it is
   * not recorded, and no variable of the recipe.
   */
  readonly type: (variable: string | undefined, value: string) => void;
  /** What was typed so far is complete. Returns whether there is any that was not known. */
  settle(): boolean;
  /** Makes a value the secret of a variable at once. Returns whether it was not known. */
  add(variable: string, value: string): boolean;
  rename(variable: string, to: string): void;
  /** Another recipe is opened: what was secret stays so, and is no variable of that one. */
  leaveRecipe(): void;
  /** Returns a recipe without complete secrets, `{{name}}` in their place, and with their variables declared as secret. */
  redactDocument(document: RecipeDocument): RecipeDocument;
  /** Returns JSON that is to be shown without any secret, those included that are being typed. `names`: variables of the recipe. */
  redact<Value>(value: Value, names: readonly string[]): Value;
}

interface Entry {
  readonly value: string;
  /** `undefined`: of another recipe. */
  readonly variable: string | undefined;
  /** It is being typed. */
  readonly isTyped?: boolean;
}

/** Shorter values are replaced only where they are all of a text: a digit of a code stands everywhere. */
const minWordLength = 3;
/** A shorter text that is still being typed is the beginning of many words. */
const minTypedLength = 4;
/** Texts of pages are cut at 200 characters and more: a secret may have lost its end. */
const cutLength = 200;
const minCutSecret = 8;
const minCutRest = 4;
/** Beginnings of a secret that are looked for, the longest first: nobody types more than that by hand. */
const maxBeginnings = 64;
/** What is shorter of a secret that is complete is part of other words; of one in the making, pages echo it at every key. */
const minBeginning = 6;
/** Characters that such a short beginning may lack. */
const maxLacking = 2;
/** Texts that were cleared or changed before a field was left. */
const maxTaken = 50;
/** Letters and digits of a secret that is looked for in names that were made of texts. */
const minSlugLength = 6;
/** Stands for a secret of another recipe; it may stand in a selector. */
const foreign = '•••';

/** Creates the secrets of an owner who has typed none. */
export function createDraftSecrets(): DraftSecrets {
  let entries: readonly Entry[] = [];
  const typing = new Map<string | undefined, string>();
  /** What stood in the fields being typed into, and is no beginning of what stands there now: pages may have kept it. */
  let taken: readonly string[] = [];
  let known: Redaction | undefined;
  let all: Redaction | undefined;

  function put(variable: string | undefined, value: string): boolean {
    const same = entries.find((entry) => entry.value === value);
    if (value.trim() === '') return false;
    if (same !== undefined && (same.variable !== undefined || variable === undefined)) return false;
    // What was typed before into the same field, such as a wrong password, is no value of the variable any more.
    const others = entries
      .filter((entry) => entry !== same)
      .map((entry) => (entry.variable === variable ? { ...entry, variable: undefined } : entry));
    entries = [...others, { value, variable }];
    known = all = undefined;
    return true;
  }

  function settleTyped(): readonly boolean[] {
    const typed = [...typing];
    const lost = taken.filter(
      (text) => text.length >= minCutSecret && !typed.some(([, value]) => value.startsWith(text)),
    );
    typing.clear();
    taken = [];
    return [
      ...lost.map((text) => put(undefined, text)),
      ...typed.map(([variable, value]) => put(variable, value)),
    ];
  }

  function setEntries(change: (entry: Entry) => Entry): void {
    entries = entries.map(change);
    known = all = undefined;
  }

  return {
    type(variable, value) {
      const before = typing.get(variable) ?? '';
      const isLost = before.length >= minTypedLength && !value.startsWith(before);
      if (isLost && !taken.some((text) => text.startsWith(before))) {
        taken = [...taken, before].slice(-maxTaken);
      }
      typing.set(variable, value);
      all = undefined;
    },
    settle() {
      const added = settleTyped();
      return added.includes(true);
    },
    add: put,
    rename(from, to) {
      setEntries((entry) => (entry.variable === from ? { ...entry, variable: to } : entry));
    },
    leaveRecipe() {
      settleTyped();
      setEntries(({ value }) => ({ value, variable: undefined }));
    },
    redactDocument(document) {
      if (entries.length === 0) return document;
      const names = Object.keys(document.variables ?? {});
      known = toRedaction(entries, names, known);
      return declareSecrets(known.json(document), entries);
    },
    redact(value, names) {
      const texts = [...typing, ...taken.map((text) => [undefined, text] as const)];
      const typed = texts.flatMap(([variable, text]) =>
        text.length < minTypedLength ? [] : [{ variable, value: text, isTyped: true }],
      );
      if (entries.length + typed.length === 0) return value;
      all = toRedaction([...entries, ...typed], names, all);
      return all.json(value);
    },
  };
}

/** Declares the variables that stand for secrets in a recipe: as others they would need not be secret. */
function declareSecrets(document: RecipeDocument, entries: readonly Entry[]): RecipeDocument {
  const text = JSON.stringify([document.title, document.steps]);
  const names = entries.flatMap(({ variable }) => variable ?? []);
  const used = names.filter(
    (name) => text.includes(`{{${name}}}`) && !Object.hasOwn(document.variables ?? {}, name),
  );
  if (used.length === 0) return document;
  const declared = Object.fromEntries(used.map((name) => [name, { secret: true }]));
  return { ...document, variables: { ...document.variables, ...declared } };
}

interface Redaction {
  readonly names: readonly string[];
  readonly json: <Value>(value: Value) => Value;
}

/** The same redaction as before where it knows the same names: patterns are dear. */
function toRedaction(
  entries: readonly Entry[],
  names: readonly string[],
  before: Redaction | undefined,
): Redaction {
  if (before !== undefined && before.names.join() === names.join()) return before;
  const own = [...new Set([...names, ...entries.flatMap(({ variable }) => variable ?? [])])];
  const replacer = createSecretReplacer(toPlaceholderPattern(own));
  const whole = new Map<string, string>();
  const slugs = new Map<string, string>();
  for (const { value, variable } of entries) {
    const placeholder = variable === undefined ? foreign : `{{${variable}}}`;
    const text = value.trim();
    if (text.length < minWordLength) whole.set(text, placeholder);
    else replacer.add(text, placeholder);
    const slug = toSlug(text);
    if (slug.length >= minSlugLength) slugs.set(slug, placeholder);
  }
  // After all whole values, since the first of two that are the same stays.
  for (const { value, variable, isTyped = false } of entries) {
    const placeholder = variable === undefined ? foreign : `{{${variable}}}`;
    const texts = isTyped ? listBeginnings(value.trim(), minTypedLength) : [];
    for (const text of texts) replacer.add(text, placeholder);
  }
  const left = toLeftPattern(entries);
  const isOwn = (text: string): boolean => formatWords.has(text) || own.includes(text);
  const replace = (text: string): string =>
    isOwn(text)
      ? text
      : (whole.get(text.trim()) ??
        findInSlug(slugs, text) ??
        replaceCut(replacer, entries, text).replace(left, foreign));
  return {
    names,
    json: (value) =>
      replaceInJson(value, {
        text: (text, place) => replacePlaced(text, place, replace),
        number: (number, { holder }) =>
          readMembers.has(holder) ? (replacer.findNumber(number) ?? number) : number,
      }),
  };
}

/** What a page that echoes a field may have shown of a secret before its end, the longest first. */
function listBeginnings(value: string, minLength: number): readonly string[] {
  const lengths = Array.from({ length: maxBeginnings }, (_, index) => value.length - 1 - index);
  return lengths.filter((length) => length >= minLength).map((length) => value.slice(0, length));
}

/** What a page may still show of complete secrets, and is no word or number that one merely begins with, such as `password` of `password1`. */
function toLeftPattern(entries: readonly Entry[]): RegExp {
  const texts = entries.flatMap(({ value, isTyped = false }) => {
    const secret = value.trim();
    if (isTyped) return [];
    return listBeginnings(secret, minBeginning).filter((text) => {
      const isLong = text.length >= minCutSecret || secret.length - text.length <= maxLacking;
      const isWord = /^\p{L}+$/u.test(text) && !/^\p{L}/u.test(secret.slice(text.length));
      return isLong && !isWord && !/^\d*$/.test(text);
    });
  });
  // Without any it finds nothing.
  const forms = texts.length === 0 ? '(?!)' : texts.map(escapeForPattern).join('|');
  return new RegExp(`(?:${forms})(?![\\p{L}\\p{N}])`, 'gu');
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Replaces in a text by where it stands: what the studio itself says is no text of a page. */
function replacePlaced(
  text: string,
  { name, holder, isName }: JsonPlace,
  replace: (text: string) => string,
): string {
  if (isName) {
    const isOfPage = pageMembers.has(holder) || text.startsWith('/steps/');
    return isOfPage ? replacePath(text, replace) : text;
  }
  if (pictureMembers.has(name)) return text;
  if (ownMembers.has(name) && holder !== 'attributes' && /^[A-Za-z_]+$/.test(text)) return text;
  return replacePath(text, replace);
}

/** Of the path of a step or target only names of fields come from a page. */
function replacePath(text: string, replace: (text: string) => string): string {
  if (!text.startsWith('/steps/')) return replace(text);
  const segments = text.split('/').map((part) => (/^\d*$/.test(part) ? part : replace(part)));
  return segments.join('/');
}

/** Replaces, also where a text was cut within a secret. */
function replaceCut(replacer: SecretReplacer, entries: readonly Entry[], text: string): string {
  const replaced = replacer.text(text);
  if (text.length < cutLength) return replaced;
  const end = replaced.toLowerCase().replace(/…$/, '');
  for (const { value } of entries) {
    for (let length = value.length - 1; length >= minCutRest; length -= 1) {
      if (value.length < minCutSecret) break;
      if (end.endsWith(value.slice(0, length).toLowerCase())) {
        return `${replaced.slice(0, end.length - length)}${foreign}`;
      }
    }
  }
  return replaced;
}

/** What stands for a name that was made of a secret, such as a field's `super_secret_99`; `undefined` for any other text. */
function findInSlug(slugs: ReadonlyMap<string, string>, text: string): string | undefined {
  if (!/^\w[\w-]*\w$/.test(text) || !/\w[_-]/.test(text)) return undefined;
  const slug = toSlug(text);
  for (const [secret, placeholder] of slugs) if (slug.includes(secret)) return placeholder;
  return undefined;
}

function toSlug(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Members whose names come from pages or from a person. */
const pageMembers: ReadonlySet<string> = new Set(['attributes', 'fields', 'items', 'rows']);
/** Members that hold values that were read from pages. */
const readMembers: ReadonlySet<string> = new Set(['items', 'rows']);
/** JPEG in Base64. */
const pictureMembers: ReadonlySet<string> = new Set(['image', 'picture']);
/** Members that hold words of the studio's own. */
const ownMembers: ReadonlySet<string> = toWordSet(
  'change choice code decision edit event operator outcome reason servedBy state status type',
);

/** Words that a recipe's file consists of: a text that is one of them tells nothing. */
const formatWords: ReadonlySet<string> = new Set([
  ...listWords(recipeSchema),
  ...'main href placeholder alt aria-label path place isList isOptional isAdded samples'.split(' '),
]);

function listWords(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(listWords);
  if (!isSchemaObject(schema)) return [];
  const { properties, enum: values, const: value } = schema;
  const texts = [...(Array.isArray(values) ? values : []), value];
  return [
    ...(isSchemaObject(properties) ? Object.keys(properties) : []),
    ...texts.filter((text) => typeof text === 'string'),
    ...Object.values(schema).flatMap(listWords),
  ];
}
