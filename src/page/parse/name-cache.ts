/** Places of the table; a page has about 60 tags and 100 attributes that differ. */
const size = 512;

/**
 * What was made of the names of a page, found again by where a name stands, so that neither its string nor its hash is
 * made anew. A name gives way to one that falls on the same place: none has to be searched for.
 */
export class NameCache<Value> {
  readonly #html: string;
  readonly #create: (name: string) => Value;
  /** As written in the page. */
  readonly #names: string[] = Array.from<string>({ length: size }).fill('');
  readonly #values: (Value | undefined)[] = Array.from({ length: size });

  /** `create` is given names as written. */
  constructor(html: string, create: (name: string) => Value) {
    this.#html = html;
    this.#create = create;
  }

  /** What belongs to the name between two places of the page; `hash` is any number that equal names share. */
  find(start: number, end: number, hash: number): Value {
    const place = (hash ^ (hash >> 9)) & (size - 1);
    const known = this.#names[place] as string;
    if (isAt(this.#html, start, end, known)) return this.#values[place] as Value;
    const name = this.#html.slice(start, end);
    const value = this.#create(name);
    this.#names[place] = name;
    this.#values[place] = value;
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
