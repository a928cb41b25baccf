import type { BlockRange } from '../blocks/page-blocks.ts';

/** Units that are kept or dropped whole: runs of blocks, and the blocks between them. */
export interface Units {
  /** First block of each unit, and the number of blocks at the end. */
  readonly start: Int32Array;
  readonly words: Float64Array;
  /** Word-weighted mean of the blocks' chances. */
  readonly chances: Float32Array;
}

/** Returns the units of a page, from runs of blocks in page order that do not overlap. */
export function poolBlocks(
  words: ArrayLike<number>,
  chances: Float32Array,
  runs: readonly BlockRange[],
): Units {
  const count = chances.length;
  const unitCount = runs.reduce((sum, { start, end }) => sum - (end - start) + 1, count);
  const units = {
    start: new Int32Array(unitCount + 1),
    words: new Float64Array(unitCount),
    chances: new Float32Array(unitCount),
  };
  let next = 0;
  let block = 0;
  for (let unit = 0; unit < unitCount; unit += 1) {
    units.start[unit] = block;
    const run = runs[next];
    const end = run?.start === block ? run.end : block + 1;
    if (run?.start === block) next += 1;
    let sum = 0;
    let mass = 0;
    for (; block < end; block += 1) {
      sum += words[block] as number;
      mass += (words[block] as number) * (chances[block] as number);
    }
    units.words[unit] = sum;
    units.chances[unit] = mass / sum;
  }
  units.start[unitCount] = count;
  return units;
}

/** Returns which blocks are kept, from the units that are. */
export function toBlocks({ start }: Units, keptUnits: Uint8Array): Uint8Array {
  const kept = new Uint8Array(start.at(-1) ?? 0);
  for (let unit = 0; unit < keptUnits.length; unit += 1) {
    if (keptUnits[unit] === 1) kept.fill(1, start[unit], start[unit + 1]);
  }
  return kept;
}
