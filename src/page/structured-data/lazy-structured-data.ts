import type { MetaTag, StructuredData, StructuredEntity } from '../../contracts/page-reading.ts';
import { readStructuredData, type ReadStructuredDataInput } from './read-structured-data.ts';

/**
 * What a page says about itself, read when it is asked for. A class, because V8 gives every object literal with a getter
 * a hidden class of its own, and keeps what that getter closes over until the next full collection: whole pages, which
 * took a quarter of the time to read one.
 */
export class LazyStructuredData implements StructuredData {
  readonly #input: ReadStructuredDataInput;
  #data: StructuredData | undefined;

  constructor(input: ReadStructuredDataInput) {
    this.#input = input;
  }

  get entities(): readonly StructuredEntity[] {
    return this.#read().entities;
  }

  get jsonLd(): readonly unknown[] {
    return this.#read().jsonLd;
  }

  get metaTags(): readonly MetaTag[] {
    return this.#read().metaTags;
  }

  #read(): StructuredData {
    this.#data ??= readStructuredData(this.#input);
    return this.#data;
  }
}
