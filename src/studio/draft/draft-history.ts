import type { RecipeDocument } from './recipe-document.ts';

/** A recipe being made, with what it was before; plain JSON, so that it can be kept. */
export interface DraftHistory {
  /** `undefined`: it has no step. */
  readonly current: RecipeDocument | undefined;
  /** Oldest first. */
  readonly before: readonly (RecipeDocument | undefined)[];
  /** What was undone, the last one first. */
  readonly undone: readonly (RecipeDocument | undefined)[];
}

/** Changes that can be undone. */
const maxBefore = 100;
/** Bytes of all of them as JSON; the oldest are forgotten. */
const maxBytes = 20_000_000;

/** Returns the history of a recipe that was not changed yet. */
export function createDraftHistory(current: RecipeDocument | undefined): DraftHistory {
  return { current, before: [], undone: [] };
}

/** Returns the history with the recipe as it is now; what was undone is gone. */
export function advanceDraft(
  history: DraftHistory,
  current: RecipeDocument | undefined,
): DraftHistory {
  const before = [...history.before, history.current].slice(-maxBefore);
  let bytes = sizeOf(current);
  const first = before.findLastIndex((document) => (bytes += sizeOf(document)) > maxBytes);
  return { current, before: before.slice(first + 1), undone: [] };
}

/** Returns the history one change back; the same history where there is none. */
export function undoDraft({ current, before, undone }: DraftHistory): DraftHistory {
  if (before.length === 0) return { current, before, undone };
  return { current: before.at(-1), before: before.slice(0, -1), undone: [current, ...undone] };
}

/** Returns the history with the last undone change made again; the same history where there is none. */
export function redoDraft({ current, before, undone }: DraftHistory): DraftHistory {
  if (undone.length === 0) return { current, before, undone };
  const [next, ...others] = undone;
  return { current: next, before: [...before, current], undone: others };
}

/** Bytes of a history as JSON. */
export function measureDraft({ current, before, undone }: DraftHistory): number {
  return [current, ...before, ...undone].reduce((sum, document) => sum + sizeOf(document), 0);
}

/** A document is measured once: it is not changed. */
const sizes = new WeakMap<RecipeDocument, number>();

function sizeOf(document: RecipeDocument | undefined): number {
  if (document === undefined) return 0;
  const size = sizes.get(document) ?? Buffer.byteLength(JSON.stringify(document));
  sizes.set(document, size);
  return size;
}
