import type { RecipeDocument } from './recipe-document.ts';

/** A recipe being made, with what it was before; plain JSON, so that it can be kept. */
export interface DraftHistory {
  readonly current: RecipeDocument;
  /** Oldest first. */
  readonly before: readonly RecipeDocument[];
  /** What was undone, the last one first. */
  readonly undone: readonly RecipeDocument[];
}

/** Changes that can be undone. */
const maxBefore = 100;

/** Returns the history of a recipe that was not changed yet. */
export function createDraftHistory(current: RecipeDocument): DraftHistory {
  return { current, before: [], undone: [] };
}

/** Returns the history with the recipe as it is now; what was undone is gone. */
export function advanceDraft(history: DraftHistory, current: RecipeDocument): DraftHistory {
  const before = [...history.before, history.current].slice(-maxBefore);
  return { current, before, undone: [] };
}

/** Returns the history one change back; the same history where there is none. */
export function undoDraft({ current, before, undone }: DraftHistory): DraftHistory {
  const last = before.at(-1);
  if (last === undefined) return { current, before, undone };
  return { current: last, before: before.slice(0, -1), undone: [current, ...undone] };
}

/** Returns the history with the last undone change made again; the same history where there is none. */
export function redoDraft({ current, before, undone }: DraftHistory): DraftHistory {
  const [next, ...others] = undone;
  if (next === undefined) return { current, before, undone };
  return { current: next, before: [...before, current], undone: others };
}
