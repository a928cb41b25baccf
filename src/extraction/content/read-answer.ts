import { findOtherForm } from './find-other-form.ts';
import { findRepeatedKey } from './repeated-keys.ts';
import { judgeStanding } from './answer-standing.ts';
import {
  type LooseJson,
  type LooseJsonLimits,
  findLooseJson,
} from '../../page/structured-data/loose-json.ts';
import type { JsonSchema } from '../../runtime/contracts/extractor.ts';
import { addAll, getOrMake } from '../../runtime/collections.ts';
import { toCanonicalJson } from '../../runtime/plain-json.ts';
import {
  type SchemaObject,
  isSchemaObject,
  jsonTypes,
  listApplicableSchemas,
  listTypes,
} from '../schema/list-schema-fields.ts';
import {
  fitsSchema,
  isForeign,
  parseJson,
  readNumber,
  settleNumbers,
  shapeAnswer,
} from './shape-answer.ts';
import { dropReasoning, unescapeWhole, answerLimits } from './answer-text.ts';

/** More than the records of the longest page within the content budget; a longer answer is a model that ran away. */
const maxAnswerChars = 1_048_576;

interface ReadAnswer {
  readonly value: unknown;
  readonly warnings: readonly string[];
}

/** What an answer is expected to be. */
interface AnswerForm {
  /** `undefined` where any object will do. */
  readonly schema?: JsonSchema | undefined;
  /** Name of the property that the value was asked for under, where it was. */
  readonly wrapper?: string | undefined;
  /** Whether an object without any of the schema's fields is no answer. */
  readonly needsField?: boolean;
  /** What was asked for in words. */
  readonly prompt?: string | undefined;
}

/**
 * The value in a model's answer: the last whole one after its reasoning that has the schema's shape. Several pieces are one
 * list, or one object, where the schema leaves no other reading. None, with a warning, past a limit and where it is not sure
 * which piece is meant.
 */
export function readAnswer(answer: string, form: AnswerForm = {}): ReadAnswer {
  if (answer.length > maxAnswerChars) {
    return refuse(`is longer than ${maxAnswerChars} characters`);
  }
  const strict = parseJson(answer.trim());
  if (strict !== undefined) return tellRepeated(answer, readWhole(strict.value, form));
  const text = dropReasoning(answer);
  if (text.trim() === '') {
    const what = answer.trim() === '' ? 'was empty' : 'was reasoning alone';
    return { value: undefined, warnings: [`The model's answer ${what}.`] };
  }
  const whole = parseJson(text);
  if (whole !== undefined) return tellRepeated(text, readWhole(whole.value, form));
  const unescaped = unescapeWhole(text);
  const found = findLooseJson(unescaped, answerLimits, readNumber);
  const last = found.at(-1);
  if (last?.broken !== undefined) return refuseFor(last.broken);
  if (last?.isCode === true)
    return refuse('has tuples, sets or objects of a program in place of JSON');
  const pieces = found.filter(({ isCode }) => !isCode);
  if (pieces.length === 0) return readOtherForm(unescaped, form);
  const read = refuseForeign(choosePiece(unescaped, pieces, form), form);
  const isShortened = pieces.some(({ start, end }) => leavesOut(unescaped.slice(start, end)));
  const isCutBehind = last?.isOpen !== true && cutBehind.test(unescaped.slice(last?.end));
  const more = [...(isShortened ? [shortened] : []), ...(isCutBehind ? [openEnd] : [])];
  return more.length === 0 ? read : { ...read, warnings: [...read.warnings, ...more] };
}

/** What stands first under a name that comes twice is lost. */
function tellRepeated(json: string, read: ReadAnswer): ReadAnswer {
  const name = findRepeatedKey(json);
  if (name === undefined || read.value === undefined) return read;
  const warning = `The answer has "${name.slice(0, maxName)}" twice in one object: the last was taken.`;
  return { ...read, warnings: [...read.warnings, warning] };
}

/** Characters of a name in a warning. */
const maxName = 60;

function readWhole(value: unknown, form: AnswerForm): ReadAnswer {
  const inner = parseInner(value);
  const checked = checkLimits(inner);
  if (checked.value === undefined || isSchemaEcho(inner, form)) {
    return { value: undefined, warnings: checked.warnings };
  }
  return refuseForeign({ value: toShape(inner, form), warnings: [] }, form);
}

/** An object that has none of the schema's fields is a message to somebody, or something else than was asked for. */
function refuseForeign(read: ReadAnswer, form: AnswerForm): ReadAnswer {
  const { schema, needsField, prompt = '' } = form;
  if (schema === undefined && isErrorMessage(read.value) && !errorWords.test(prompt))
    return refuse('is the message of an error');
  const isOther = needsField === true && schema !== undefined && isForeign(schema, read.value);
  return isOther ? refuse('has none of the fields that were asked for') : read;
}

/** Asked for by words like these, an error is what the page tells of. */
const errorWords = /err|fehler|fout|fail|ошибк|hata|błąd|エラー|错误|錯誤/iu;
/** What a message of an error says beside it. */
const besideError: ReadonlySet<string> = new Set(
  'error message code status success type'.split(' '),
);

/** Whether an object is an error and nothing else: `{"error": "…"}`, `{"error": {"message": "…"}}`. */
function isErrorMessage(value: unknown): boolean {
  if (!isSchemaObject(value) || !Object.keys(value).every((name) => besideError.has(name)))
    return false;
  const { error } = value;
  return (
    typeof error === 'string' || (isSchemaObject(error) && typeof error['message'] === 'string')
  );
}

/** With the escapes between them, so that none begins a text that is looked for to the end. */
const quotedText = /\\.|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gu;
/** Dots in place of items or members, alone or in a comment: `[{…}, ...]`. */
const dotsInPlace = /(?:[,[{}\]]\s*(?:(?:\/\/|\/\*|#)\s*)?|"\s*(?:\/\/|\/\*|#)\s*)(?:\.{3}|…)/u;
/** A comment that says what was left out: `/* and 2 more *\/`. */
const leftOut =
  /(?:\/\/|\/\*|#)[^\n]{0,60}?\b(?:\d+ more|omitted|remaining|truncated|the rest)\b/iu;

const shortened = 'The answer has dots, or a comment, in place of values: some may be missing.';

function leavesOut(piece: string): boolean {
  const bare = piece.replaceAll(quotedText, '""');
  return dotsInPlace.test(bare) || leftOut.test(bare);
}

/** The answer may be right as far as it goes, so it is no failure by itself. */
const openEnd = 'The answer ended before its last bracket: its end may be missing.';

/** A piece of which too little came to be read, right behind the last one: `{"na`. */
const cutBehind = /^[\s,;]*[{[][^}\]]*$/;

function choosePiece(text: string, pieces: readonly LooseJson[], form: AnswerForm): ReadAnswer {
  const last = pieces.at(-1);
  if (last?.isOpen === true) return chooseOpen(text, pieces, last, form);
  const read = readPieces(pieces, form);
  const { schema } = form;
  if (schema === undefined) return chooseFree(text, read);
  const fitting = read.filter(({ value }) => fitsSchema(schema, value));
  const whole = dropSetAside(text, fitting);
  if (whole === undefined) return severalPieces;
  const records = joinRecords(text, read, schema);
  if (records !== undefined && whole.length === 0) return records;
  const chosen = whole.at(-1);
  if (chosen === undefined) {
    // Brackets within a table or YAML: `[Ash lamp](…)`, `tags: [oak, ash]`.
    const other = read.every(({ value }) => Array.isArray(value)) && readOtherForm(text, form);
    const isOther = other !== false && other.warnings.length > 0;
    return isOther ? other : { value: read.at(-1)?.value, warnings: [] };
  }
  const beside = listBeside(text, whole);
  const others = beside.filter((piece) => !holds(chosen.value, piece.value));
  if (others.length === 0) return { value: chosen.value, warnings: [] };
  return joinWhole([...others, chosen].map(({ value }) => value)) ?? severalPieces;
}

function readPieces(pieces: readonly LooseJson[], form: AnswerForm): readonly Piece[] {
  return pieces
    .filter((piece) => !isSchemaEcho(piece.value, form))
    .map((piece): Piece => ({ ...piece, value: toShape(piece.value, form) }));
}

/** The piece that was cut, with those that stand right before it: records line by line, of which the last lacks its end. */
function chooseOpen(
  text: string,
  pieces: readonly LooseJson[],
  open: LooseJson,
  form: AnswerForm,
): ReadAnswer {
  if (isSchemaEcho(open.value, form)) return { value: undefined, warnings: [] };
  const before = listBeside(text, readPieces(pieces, form));
  const first = before[0];
  const value = toShape(open.value, form);
  if (first === undefined) return { value, warnings: [openEnd] };
  const run = pieces.filter(({ start }) => start >= first.start);
  const { schema } = form;
  const records = before.map((piece) => piece.value);
  const list = schema === undefined ? records : shapeAnswer(schema, records);
  const isList = schema !== undefined && fitsSchema(schema, list);
  const read =
    isList && !fitsSchema(schema, shapeAnswer(schema, [...records, value]))
      ? { value: list, warnings: [] }
      : choosePiece(
          text,
          run.map((piece) => ({ ...piece, isOpen: false })),
          form,
        );
  return { ...read, warnings: [...read.warnings, openEnd] };
}

interface Piece extends Omit<LooseJson, 'value'> {
  readonly value: unknown;
}

const severalPieces: ReadAnswer = refuse('has several pieces of JSON that contradict each other');

/** Without a schema: the last object, or the records that stand in its last lines, one a line. */
function chooseFree(text: string, pieces: readonly Piece[]): ReadAnswer {
  const objects = dropSetAside(
    text,
    pieces.filter(({ value }) => !Array.isArray(value)),
  );
  if (objects === undefined) return severalPieces;
  const chosen = objects.at(-1) ?? pieces.at(-1);
  if (chosen === undefined) return { value: undefined, warnings: [] };
  const records = [...listBeside(text, objects), chosen].map(({ value }) => value);
  const names = new Set(records.map((record) => Object.keys(Object(record)).sort().join('\n')));
  const isList = records.length > 1 && names.size === 1 && !holds(records.at(-1), records[0]);
  return { value: isList ? records : chosen.value, warnings: [] };
}

/**
 * The pieces without those behind the answer that its words set aside: `Earlier I considered {…}`. `undefined` where they do not
 * tell which piece is meant.
 */
function dropSetAside(text: string, pieces: readonly Piece[]): readonly Piece[] | undefined {
  let count = pieces.length;
  for (; count > 0; count -= 1) {
    const [earlier, last] = [pieces[count - 2], pieces[count - 1]];
    const isOnly = earlier === undefined && count === pieces.length;
    if (last === undefined || isOnly) break;
    if (earlier !== undefined && holds(last.value, earlier.value)) break;
    const standing = judgeStanding(text, earlier?.end ?? 0, last);
    if (standing === 'plain') break;
    if (standing === 'unsure' || earlier === undefined) return undefined;
  }
  return pieces.slice(0, count);
}

/** Fences, labels of fences, commas and white space, between pieces that belong together. */
const between = /^(?:[\s,;]|`{3,}(?!`)\w*)*$/;
/** A label before each piece: `2. Ash lamp:`. Longer ones are sentences, which say what the piece is to them. */
const maxLabel = 40;

/** The pieces before the last with nothing but fences between them. */
function listBeside(text: string, pieces: readonly Piece[]): readonly Piece[] {
  let start = Math.max(0, pieces.length - 1);
  while (start > 0) {
    const [piece, next] = [pieces[start - 1], pieces[start]];
    if (piece === undefined || next === undefined) break;
    if (!between.test(text.slice(piece.end, next.start))) break;
    start -= 1;
  }
  return pieces.slice(start, -1);
}

/** Whether a value says all that the other one does, in time of the smaller of the two. */
function holds(value: unknown, other: unknown): boolean {
  if (other === null) return true;
  if (Array.isArray(value) && Array.isArray(other)) return holdsAll(keysOf(value), keysOf(other));
  if (isSchemaObject(value) && isSchemaObject(other)) {
    const [own, wanted] = [membersOf(value), membersOf(other)];
    return (
      wanted.size <= own.size &&
      [...wanted].every(([name, member]) => own.has(name) && holds(own.get(name), member))
    );
  }
  return value === other;
}

function holdsAll(keys: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return wanted.size <= keys.size && [...wanted].every((key) => keys.has(key));
}

// One piece of an answer is held against many others.
const keysByList = new WeakMap<object, ReadonlySet<string>>();
const membersByObject = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** The different items of a list. */
function keysOf(list: readonly unknown[]): ReadonlySet<string> {
  return getOrMake(keysByList, list, () => new Set(list.map(toCanonicalJson)));
}

/** The members of an object that say something. */
function membersOf(object: SchemaObject): ReadonlyMap<string, unknown> {
  return getOrMake(
    membersByObject,
    object,
    () => new Map(Object.entries(object).filter(([, member]) => member !== null)),
  );
}

/** Lists one after the other, or objects that say different things of one, as one value. */
function joinWhole(values: readonly unknown[]): ReadAnswer | undefined {
  if (values.every((value) => Array.isArray(value))) return { value: values.flat(), warnings: [] };
  const joined = new Map<string, unknown>();
  const lists = new Map<string, { readonly items: unknown[]; readonly keys: Set<string> }>();
  for (const value of values) {
    if (!isSchemaObject(value)) return undefined;
    for (const [name, member] of Object.entries(value)) {
      const list = lists.get(name);
      const known = joined.get(name) ?? null;
      if (list !== undefined) {
        if (member === null) continue;
        if (!Array.isArray(member)) return undefined;
        const keys = keysOf(member);
        if (holdsAll(keys, list.keys)) list.items.length = 0;
        addAll(list.items, member);
        for (const key of keys) list.keys.add(key);
      } else if (known === null && Array.isArray(member)) {
        const items: unknown[] = [...member];
        lists.set(name, { items, keys: new Set(keysOf(member)) });
        joined.set(name, items);
      } else if (known === null || holds(member, known)) joined.set(name, member);
      else if (member !== null && !holds(known, member)) return undefined;
    }
  }
  return { value: Object.fromEntries(joined), warnings: [] };
}

/** Records that were given one by one where a list of them is wanted. */
function joinRecords(
  text: string,
  pieces: readonly Piece[],
  schema: JsonSchema,
): ReadAnswer | undefined {
  if (pieces.length < 2) return undefined;
  const records = pieces.map(({ value }) => value);
  const list = shapeAnswer(schema, records);
  if (!fitsSchema(schema, list)) {
    const types = listTypes(listApplicableSchemas(schema, schema));
    const merged = types.includes('object') ? joinWhole(records) : undefined;
    const isOne = merged !== undefined && fitsSchema(schema, merged.value);
    return isOne ? merged : undefined;
  }
  const isApart = pieces.some((piece, at) => {
    const from = pieces[at - 1]?.end ?? piece.start;
    const gap = text.slice(from, piece.start);
    if (between.test(gap)) return false;
    return gap.trim().length > maxLabel || (at > 0 && judgeStanding(text, from, piece) !== 'plain');
  });
  return isApart ? severalPieces : { value: list, warnings: [] };
}

/** An answer without any JSON: a table where a list of flat records is wanted, else the name of what came instead. */
function readOtherForm(text: string, form: AnswerForm): ReadAnswer {
  const other = findOtherForm(text);
  if (other === undefined) return { value: undefined, warnings: [] };
  const { schema } = form;
  if (schema !== undefined && other.records !== undefined) {
    const value = toShape(other.records, form);
    if (fitsSchema(schema, value)) return { value, warnings: [] };
  }
  return refuse(`is ${other.name} in place of JSON`);
}

/** The value out of the property it was asked for under, in the schema's shape. */
function toShape(value: unknown, { schema, wrapper }: AnswerForm): unknown {
  const isWrapped = wrapper !== undefined && isSchemaObject(value) && Object.hasOwn(value, wrapper);
  const inner = isWrapped ? value[wrapper] : value;
  return schema === undefined ? settleNumbers(inner) : shapeAnswer(schema, inner);
}

/** Whether a piece is a JSON Schema where none is wanted: models repeat what they were given. */
function isSchemaEcho(value: unknown, { schema }: AnswerForm): boolean {
  if (!isSchemaObject(value)) return false;
  const { type, properties, items, $defs } = value;
  const isTyped = jsonTypes.some((name) => [type].flat().includes(name));
  const isSchema =
    (isTyped && (isSchemas(properties) || isSchemaObject(items))) ||
    ((isSchemas($defs) || '$schema' in value) && isSchemas(properties ?? $defs));
  return isSchema && (schema === undefined || !fitsSchema(schema, value));
}

function isSchemas(value: unknown): value is SchemaObject {
  return (
    isSchemaObject(value) &&
    Object.values(value).every(
      (member) =>
        isSchemaObject(member) &&
        ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((name) => name in member),
    )
  );
}

function refuseFor(broken: keyof LooseJsonLimits): ReadAnswer {
  return broken === 'maxDepth'
    ? refuse(`is nested deeper than ${answerLimits.maxDepth} levels`)
    : refuse(`holds more than ${answerLimits.maxValues} values`);
}

function refuse(reason: string): ReadAnswer {
  return { value: undefined, warnings: [`The model's answer ${reason} and was not read.`] };
}

/** JSON that was given as one text: `"{\"a\": 1}"`. */
function parseInner(value: unknown): unknown {
  // A text of a text is one that was written out twice.
  const text =
    typeof value === 'string' && /^\s*"\s*[{[]/.test(value) ? parseJson(value)?.value : value;
  if (typeof text !== 'string' || !/^\s*[{[]/.test(text)) return value;
  return parseJson(text)?.value ?? value;
}

/** Iterative, since the value may be deeper than any stack. */
function checkLimits(value: unknown): ReadAnswer {
  let level: readonly unknown[] = [value];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (values > answerLimits.maxValues) return refuseFor('maxValues');
    const containers = level.filter((item) => typeof item === 'object' && item !== null);
    if (containers.length > 0 && depth === answerLimits.maxDepth) return refuseFor('maxDepth');
    level = containers.flatMap((item) => Object.values(item));
  }
  return { value, warnings: [] };
}
