import { absentMutations } from './absent-mutations.ts';
import { attributeMutations } from './attribute-mutations.ts';
import { combinedMutations } from './combined-mutations.ts';
import { decoyMutations } from './decoy-mutations.ts';
import type { Mutation } from './mutation.ts';
import { orderMutations } from './order-mutations.ts';
import { structureMutations } from './structure-mutations.ts';
import { textMutations } from './text-mutations.ts';

/** Redesigns that keep the targets, and those that take one away. */
export const mutations: readonly Mutation[] = [
  ...attributeMutations,
  ...structureMutations,
  ...orderMutations,
  ...decoyMutations,
  ...textMutations,
  ...combinedMutations,
  ...absentMutations,
];
