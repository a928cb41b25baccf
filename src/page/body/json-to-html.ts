import { parseJsonNumbers } from '../../runtime/plain-json.ts';
import { escapeText, maxCells, toCell, toRow, toTable } from './to-table.ts';

/** Arrays and objects within each other; real answers stay below 12. */
const maxDepth = 64;

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Data as HTML that means the same, for those who look for values: an object is a list of names and values, objects in a list are the
 * rows of a table whose columns are called as their members are, by their path. `undefined` for what holds no value, or is too much:
 * 200,000 cells or 64 levels.
 */
export function dataToHtml(data: unknown): string | undefined {
  return new DataWriter().write(data, 0) || undefined;
}

/** The data of a text of another type that is JSON all the same: an object or a list from its first to its last character. */
export function findData(text: string): unknown {
  return /^\uFEFF?\s*[[{]/.test(text) ? parseData(text) : undefined;
}

/** What stands before JSON to keep scripts of other sites from running it, and a call around it. */
const guard = /^\uFEFF?(?:\)\]\}',?\s*\n|(?:\/\*\*\/)?\s*[\w$.]{1,100}\((?=\s*[[{]))?/;

/** The value of a JSON text, or of one value a line as a list; `undefined` for a text that is none of JSON. */
export function parseData(text: string): unknown {
  const [start = ''] = guard.exec(text) ?? [];
  const body = text.slice(start.length);
  try {
    return parse(start.endsWith('(') ? body.slice(0, body.lastIndexOf(')')) : body);
  } catch {
    return parseLines(body);
  }
}

/** JSON lines: each an object or a list. */
function parseLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2 || !lines.every((line) => /^\s*[[{]/.test(line))) return undefined;
  try {
    return lines.map(parse);
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  return parseJsonNumbers(text, (source) => new WrittenNumber(source));
}

/** A number by its digits, since others would be written: version 1.10, a code of twenty digits. */
class WrittenNumber {
  readonly text: string;

  constructor(source: string) {
    this.text = /[eE]/.test(source) ? String(Number(source)) : source;
  }
}

/** Writes values until they are too much: then nothing is written. */
class DataWriter {
  #cells = 0;
  #isCut = false;

  write(value: unknown, depth: number): string {
    const html = this.#write(value, depth);
    return this.#isCut ? '' : html;
  }

  #write(value: unknown, depth: number): string {
    this.#cells += 1;
    this.#isCut ||= depth > maxDepth || this.#cells > maxCells;
    if (this.#isCut || value === null || value === undefined) return '';
    if (Array.isArray(value)) return this.#writeList(value, depth);
    if (value instanceof WrittenNumber) return value.text;
    if (!isObject(value))
      return escapeText(typeof value === 'string' ? value : JSON.stringify(value));
    return this.#writeAmount(value) ?? this.#writeObject(value, depth);
  }

  /** A number with its currency is one value. */
  #writeAmount(object: JsonObject): string | undefined {
    const members = Object.values(object);
    const code = members.find((value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value));
    const amount = members.find((value) => value !== code);
    const isAmount = isNumber(amount) || (typeof amount === 'string' && /^\d+\.\d\d$/.test(amount));
    if (members.length !== 2 || code === undefined || !isAmount) return undefined;
    return `${this.#write(amount, 0)} ${this.#write(code, 0)}`;
  }

  /** A member that is called as one of the object around it has the name of its own object in front: `seller name`. */
  #writeObject(
    object: JsonObject,
    depth: number,
    own = '',
    outer: ReadonlySet<string> = new Set(),
  ): string {
    const values = new Set([
      ...outer,
      ...Object.keys(object).filter((name) => isPlain(object[name])),
    ]);
    const rows = Object.entries(object).flatMap(([name, value]) => {
      const html =
        isObject(value) && this.#writeAmount(value) === undefined
          ? this.#writeInner(value, depth + 1, name, values)
          : this.#write(value, depth + 1);
      const label = toLabel(outer.has(name) ? `${own} ${name}` : name);
      return html === ''
        ? []
        : [toRow([`<th>${escapeText(label)}</th>`, toValueCell(value, html)])];
    });
    return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
  }

  #writeInner(object: JsonObject, depth: number, own: string, outer: ReadonlySet<string>): string {
    this.#cells += 1;
    this.#isCut ||= depth > maxDepth || this.#cells > maxCells;
    return this.#isCut ? '' : this.#writeObject(object, depth, own, outer);
  }

  #writeCell(value: unknown, depth: number): string {
    return toValueCell(value, this.#write(value, depth + 1));
  }

  #writeList(values: readonly unknown[], depth: number): string {
    if (values.length === 0) return '';
    if (values.every(isObject)) return this.#writeRecords(values, depth);
    const rows = values.filter((value): value is readonly unknown[] => Array.isArray(value));
    const width = rows[0]?.length ?? 0;
    if (width > 1 && values.length === rows.length && rows.every((row) => row.length === width)) {
      const [first = [], ...others] = rows;
      const cells = (row: readonly unknown[]): readonly string[] =>
        row.map((value) => this.#writeCell(value, depth));
      return first.every((name) => typeof name === 'string')
        ? toTable(first.map(toLabel), others.map(cells))
        : toTable(undefined, rows.map(cells));
    }
    return `<ul>${values.map((value) => `<li>${this.#write(value, depth + 1)}</li>`).join('')}</ul>`;
  }

  #writeRecords(values: readonly JsonObject[], depth: number): string {
    const records = values.map((value) => flatten(value, maxDepth - depth));
    const names = [...new Set(records.flatMap((record) => [...record.keys()]))];
    this.#isCut ||= this.#cells + names.length * records.length > maxCells;
    if (this.#isCut || names.length === 0) return '';
    const rows = records.map((record) =>
      names.map((name) => this.#writeCell(record.get(name), depth)),
    );
    return toTable(names.map(toLabel), rows);
  }
}

/** The marks of a number are those of JSON, whatever language the texts beside it are in. */
function toValueCell(value: unknown, html: string): string {
  return toCell(html, isNumber(value) ? 'en' : undefined);
}

/** The members of an object and of those in it, by their path. */
function flatten(object: JsonObject, levels: number): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(object)) {
    if (!isObject(value) || levels <= 0) found.set(name, value);
    else
      for (const [inner, member] of flatten(value, levels - 1))
        found.set(`${name} ${inner}`, member);
  }
  return found;
}

/** Whether a value is one text, number or answer. */
function isPlain(value: unknown): boolean {
  return value !== null && value !== undefined && !Array.isArray(value) && !isObject(value);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || value instanceof WrittenNumber;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && !(value === null || Array.isArray(value) || isNumber(value));
}

/** `unitPrice` as people write it. */
function toLabel(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ');
}
