import type { StudioDraft } from '../../../../src/studio/api/studio-draft.ts';

/** The draft as this browser keeps it, so that a restart of the studio loses nothing. */
export type SavedDraft = Pick<StudioDraft, 'document' | 'source' | 'isSaved'>;

/** Returns what is kept of an owner's draft; `undefined` where there is nothing, or nothing that can be read. */
export function findSavedDraft(owner: string): SavedDraft | undefined {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(toKey(owner)) ?? 'null');
    const isDraft = typeof saved === 'object' && saved !== null && 'document' in saved;
    return isDraft ? (saved as SavedDraft) : undefined;
  } catch {
    // Another version of the page may have kept it in another form.
    return undefined;
  }
}

/** Keeps the draft; one without a document is forgotten. */
export function keepDraft(owner: string, { document, source, isSaved }: SavedDraft): void {
  try {
    if (document === undefined) localStorage.removeItem(toKey(owner));
    else localStorage.setItem(toKey(owner), JSON.stringify({ document, source, isSaved }));
  } catch {
    // The browser has no room for it, or keeps nothing: the studio has the draft as long as it runs.
  }
}

function toKey(owner: string): string {
  return `gleaner:studio:${owner}:${new URL('.', document.baseURI).pathname}`;
}
