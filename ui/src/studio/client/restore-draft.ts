import type { StudioDraft } from '../../../../src/studio/api/studio-draft.ts';
import { callStudio } from './call-studio.ts';
import { findSavedDraft } from './saved-draft.ts';

/** The draft to go on with, and the recipe that was asked for where opening it would lose what was changed. */
export interface RestoredDraft {
  readonly draft: StudioDraft;
  readonly offered: string | undefined;
}

/**
 * Reads the draft. A studio that was started again is given what this browser has saved; a recipe that was asked for is opened
 * unless it is open already.
 */
export async function restoreDraft(
  owner: string,
  recipe: string | undefined,
): Promise<RestoredDraft> {
  const saved = findSavedDraft(owner);
  let draft = await callStudio('GET /draft');
  if (draft.document === undefined && saved?.document !== undefined) {
    const { document, source } = saved;
    const body = { document, ...(source === undefined ? {} : { source }) };
    draft = await callStudio('PUT /draft', { body });
  }
  if (recipe === undefined || draft.source?.id === recipe) return { draft, offered: undefined };
  if (draft.document !== undefined && !draft.isSaved) return { draft, offered: recipe };
  return { draft: await callStudio('PUT /draft', { body: { recipe } }), offered: undefined };
}
