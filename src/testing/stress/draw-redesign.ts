import { replayMutations } from './mutations/mutations.ts';
import type { Mutation } from './mutations/mutation.ts';
import type { MutationKind } from './mutations/mutation-kind.ts';

/** What is done to the pages of one replay. */
export interface Redesign {
  /** From 1. */
  readonly number: number;
  /** Of what the mutations draw by lot. */
  readonly seed: number;
  /** Of different kinds; the more, the stronger. */
  readonly mutations: readonly Mutation[];
}

/** Most mutations of one redesign; a redesign has 1, 2 or 3, equally often. */
const maxStrength = 3;

/** Draws the redesign of this number: the same one each time for the same seed. */
export function drawRedesign(
  seed: number,
  number: number,
  kinds: ReadonlySet<MutationKind> | undefined,
): Redesign {
  const random = createRandom(seed * 65_537 + number);
  const left = replayMutations.filter(({ kind }) => kinds === undefined || kinds.has(kind));
  const strength = 1 + Math.floor(random() * maxStrength);
  const mutations: Mutation[] = [];
  while (mutations.length < strength) {
    const open = left.filter(({ kind }) => mutations.every((other) => other.kind !== kind));
    // By kind first: a kind with many mutations comes no more often than one with few.
    const openKinds = [...new Set(open.map(({ kind }) => kind))];
    const kind = openKinds[Math.floor(random() * openKinds.length)];
    const ofKind = open.filter((mutation) => mutation.kind === kind);
    const drawn = ofKind[Math.floor(random() * ofKind.length)];
    if (drawn === undefined) break;
    mutations.push(drawn);
  }
  return { number, seed: Math.floor(random() * 2 ** 31), mutations };
}

/** Mulberry32: 0 to 1, the same sequence for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
