const caches: PageCache<WeakKey, unknown>[] = [];

/** What was read of elements during one call: the page may change before the next. */
export class PageCache<Key extends WeakKey, Value> {
  #values = new WeakMap<Key, Value>();

  constructor() {
    caches.push(this);
  }

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  has(key: Key): boolean {
    return this.#values.has(key);
  }

  set(key: Key, value: Value): void {
    this.#values.set(key, value);
  }

  clear(): void {
    this.#values = new WeakMap();
  }
}

/** Reads something of an element or a document once a call. */
export function perCall<Key extends WeakKey, Value>(
  read: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new PageCache<Key, { readonly value: Value }>();
  return (key) => {
    let known = cache.get(key);
    if (known === undefined) {
      known = { value: read(key) };
      cache.set(key, known);
    }
    return known.value;
  };
}

/** Empties all caches; every call begins with it. */
export function forgetPage(): void {
  for (const cache of caches) cache.clear();
}
