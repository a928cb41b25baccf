const firstCapacity = 128;

/** Columns of 32-bit signed integers that grow together. The only garbage is the columns that they outgrow. */
export class GrowingColumns<Name extends string> {
  readonly #names: readonly Name[];
  #capacity = 0;
  length = 0;
  /** Have spare capacity; replaced when `addRow` needs more. */
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

  /** Returns the columns cut to the rows that were added. */
  take(): Readonly<Record<Name, Int32Array>> {
    return this.#map((name) => this.columns[name].subarray(0, this.length));
  }

  #grow(): void {
    const before = this.columns;
    this.columns = this.#cut(this.#capacity * 2);
    for (const name of this.#names) this.columns[name].set(before[name]);
    this.#capacity *= 2;
  }

  /** Returns new columns that share one buffer. */
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
