import { absentMutations } from './absent-mutations.ts';
import { attributeMutations } from './attribute-mutations.ts';
import { combinedMutations } from './combined-mutations.ts';
import { decoyMutations } from './decoy-mutations.ts';
import type { Mutation } from './mutation.ts';
import { orderMutations } from './order-mutations.ts';
import { rowMutations } from './row-mutations.ts';
import { structureMutations } from './structure-mutations.ts';
import { textMutations } from './text-mutations.ts';

/** Redesigns of one page that keep the targets, and those that take one away. */
export const mutations: readonly Mutation[] = [
  ...attributeMutations,
  ...structureMutations,
  ...orderMutations,
  ...decoyMutations,
  ...textMutations,
  ...combinedMutations,
  ...absentMutations,
];

/** Redesigns that a running replay can be put through: what is right stays known. */
export const replayMutations: readonly Mutation[] = [...mutations, ...rowMutations].filter(
  ({ outcome, changes }) => outcome === 'kept' && (changes === undefined || changes === 'rows'),
);
