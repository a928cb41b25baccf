/** Entities of one document, and characters of one and of what stands in for all: each costs a few to name and many to write. */
const most = { entities: 200, value: 1_000, written: 1_000_000 };
/** They mean the same in every document. */
const ofXml: ReadonlySet<string> = new Set(['amp', 'apos', 'gt', 'lt', 'quot']);
const entity = /!ENTITY\s+([\w.:-]{1,100})\s+(?:"([^"]*)|'([^']*))/gi;
const reference = /&([\w.:-]{1,100});/g;

/** What stands before a document and in its instructions, up to its end: the parser sees their ends too early. */
export class XmlDeclarations {
  readonly #values = new Map<string, string>();
  #written = 0;
  /** What ends the instruction or the declaration that is open. */
  #end: RegExp | undefined;

  read(data: string): void {
    for (const [, name = '', quoted, single] of data.matchAll(entity)) {
      const value = quoted ?? single ?? '';
      if (ofXml.has(name)) continue;
      // An entity in an entity is left out: such ones grow beyond all bounds.
      const isSimple = value.length <= most.value && !/[<&%]/.test(value);
      if (this.#values.size < most.entities && !this.#values.has(name)) {
        this.#values.set(name, isSimple ? value : '');
      }
    }
    if (data.startsWith('?')) this.#end = data.endsWith('?') ? undefined : /\?>/;
    else if (/^!doctype\b/i.test(data)) this.#end = data.includes('[') ? /\]\s*>/ : undefined;
  }

  end(): void {
    this.#end = undefined;
  }

  /** The text without what belongs to the instruction or the declaration before it. */
  skip(text: string): string {
    if (this.#end === undefined) return text;
    const found = this.#end.exec(text);
    if (found === null) return '';
    this.#end = undefined;
    return text.slice(found.index + found[0].length);
  }

  expand(text: string): string {
    if (this.#values.size === 0 || !text.includes('&')) return text;
    return text.replaceAll(reference, (whole, name: string) => {
      const value = this.#values.get(name);
      if (value === undefined) return whole;
      this.#written += value.length;
      return this.#written > most.written ? '' : value;
    });
  }

  expandAll(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    if (this.#values.size === 0) return attributes;
    return Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, this.expand(value)]),
    );
  }
}
