/** Places of the table; a page has about 60 tags and 100 attributes that differ. */
const size = 512;

interface Entry<Value> {
  /** As written in the page. */
  readonly name: string;
  readonly value: Value;
}

/**
 * What was made of the names of a page, found again by where a name stands, so that neither its string nor its hash is
 * made anew. A name gives way to one that falls on the same place: none has to be searched for.
 */
export class NameCache<Value> {
  readonly #html: string;
  readonly #create: (name: string) => Value;
  readonly #entries: (Entry<Value> | undefined)[] = Array<undefined>(size).fill(undefined);

  /** `create` is given names as written. */
  constructor(html: string, create: (name: string) => Value) {
    this.#html = html;
    this.#create = create;
  }

  /** What belongs to the name between two places of the page; `hash` is any number that equal names share. */
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
