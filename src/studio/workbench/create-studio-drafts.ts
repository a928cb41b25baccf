import { LRUCache } from 'lru-cache';
import type { StudioDraft } from '../api/studio-draft.ts';
import { createOwnerDraft, type OwnerDraft } from './create-owner-draft.ts';

/** The drafts of all owners, one each; they outlive sessions, and end with the process. */
export interface StudioDrafts {
  /** The owner's draft, an empty one where there was none. */
  of(owner: string): OwnerDraft;
}

/** The drafts that were used last are kept, up to so many, and so many bytes as JSON. */
const limits = { max: 500, maxSize: 256_000_000 } as const;

/** Creates drafts; `onChange` is told each change. */
export function createStudioDrafts(
  onChange: (owner: string, draft: StudioDraft) => void,
): StudioDrafts {
  const drafts = new LRUCache<string, OwnerDraft>({
    ...limits,
    sizeCalculation: (draft) => Math.max(1, draft.bytes()),
  });
  return {
    of(owner) {
      const known = drafts.get(owner);
      if (known !== undefined) return known;
      const draft = createOwnerDraft(() => {
        drafts.delete(owner);
        drafts.set(owner, draft);
        onChange(owner, draft.view());
      });
      drafts.set(owner, draft);
      return draft;
    },
  };
}
