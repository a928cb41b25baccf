const firstCapacity = 128;

/** Columns of whole numbers (32 bits, signed) that grow together: they leave no garbage but what they outgrow. */
export class GrowingColumns<Name extends string> {
  readonly #names: readonly Name[];
  #capacity = 0;
  length = 0;
  /** With room to spare; others once a row has been added. */
  columns: Readonly<Record<Name, Int32Array>>;

  constructor(names: readonly Name[]) {
    this.#names = names;
    this.columns = this.#cut(firstCapacity);
    this.#capacity = firstCapacity;
  }

  /** Adds a row of zeros and returns its position. */
  addRow(): number {
    const row = this.length;
    if (row === this.#capacity) this.#grow();
    this.length = row + 1;
    return row;
  }

  /** The columns as long as they are filled. */
  take(): Readonly<Record<Name, Int32Array>> {
    return this.#map((name) => this.columns[name].subarray(0, this.length));
  }

  #grow(): void {
    const before = this.columns;
    this.columns = this.#cut(this.#capacity * 2);
    for (const name of this.#names) this.columns[name].set(before[name]);
    this.#capacity *= 2;
  }

  /** All columns from one piece of memory. */
  #cut(capacity: number): Readonly<Record<Name, Int32Array>> {
    const all = new Int32Array(capacity * this.#names.length);
    return this.#map((_, index) => all.subarray(index * capacity, (index + 1) * capacity));
  }

  #map(toColumn: (name: Name, index: number) => Int32Array): Readonly<Record<Name, Int32Array>> {
    return Object.fromEntries(
      this.#names.map((name, index) => [name, toColumn(name, index)]),
    ) as Record<Name, Int32Array>;
  }
}
