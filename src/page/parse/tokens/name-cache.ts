/** Slots of the table; a page has about 60 different tags and 100 different attributes. */
const size = 512;

interface Entry<Value> {
  /** The name as written in the page. */
  readonly name: string;
  readonly value: Value;
}

/**
 * Caches the value that was created for each name of a page. A lookup by positions in the page creates neither the
 * name's string nor its hash again. A name replaces another one in the same slot, so lookups never probe.
 */
export class NameCache<Value> {
  readonly #html: string;
  readonly #create: (name: string) => Value;
  readonly #entries: (Entry<Value> | undefined)[] = Array<undefined>(size).fill(undefined);

  /** `create` receives names as written. */
  constructor(html: string, create: (name: string) => Value) {
    this.#html = html;
    this.#create = create;
  }

  /** Returns the value of the name between two positions of the page; `hash` is any number that equal names share. */
  find(start: number, end: number, hash: number): Value {
    const place = (hash ^ (hash >> 9)) & (size - 1);
    const known = this.#entries[place];
    if (known !== undefined && isAt(this.#html, start, end, known.name)) return known.value;
    const name = this.#html.slice(start, end);
    const value = this.#create(name);
    this.#entries[place] = { name, value };
    return value;
  }
}

function isAt(html: string, start: number, end: number, name: string): boolean {
  if (name.length !== end - start) return false;
  for (let index = 0; index < name.length; index += 1) {
    if (html.charCodeAt(start + index) !== name.charCodeAt(index)) return false;
  }
  return true;
}
