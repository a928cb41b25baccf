import { GleanerError } from '../../errors/gleaner-error.ts';
import { toCanonicalJson } from '../../schema/to-canonical-json.ts';
import type { StudioDraft } from '../api/studio-draft.ts';
import {
  advanceDraft,
  createDraftHistory,
  type DraftHistory,
  measureDraft,
  redoDraft,
  undoDraft,
} from '../draft/draft-history.ts';
import { parseRecipeDocument, type RecipeDocument } from '../draft/recipe-document.ts';

/** The draft of one owner, with its history. */
export interface OwnerDraft {
  view(): StudioDraft;
  /** The recipe as it is; `undefined` before the first step. */
  document(): RecipeDocument | undefined;
  /** Returns the recipe; throws `conflict` before the first step. */
  require(): RecipeDocument;
  /** Begins anew with another recipe, or with none; `kept` is what its source holds. */
  open(
    document: RecipeDocument | undefined,
    source: StudioDraft['source'],
    kept: RecipeDocument | undefined,
  ): void;
  /** Makes one change, which can be undone. */
  change(document: RecipeDocument | undefined): void;
  /** Brings the last change into another form; it is undone with it. */
  amend(document: RecipeDocument | undefined): void;
  /** Notes what is known of the targets: no change, and nothing to undo. */
  learn(document: RecipeDocument): void;
  undo(): void;
  redo(): void;
  /** Notes that a document is kept as this version. */
  markSaved(document: RecipeDocument, source: NonNullable<StudioDraft['source']>): void;
  /** Bytes of the draft and its history as JSON. */
  bytes(): number;
}

/** Creates an empty draft; `onChange` is called after each change of what `view` returns. */
export function createOwnerDraft(onChange: () => void): OwnerDraft {
  let history: DraftHistory = createDraftHistory(undefined);
  let revision = 0;
  let source: StudioDraft['source'];
  let saved: string | undefined;

  function move(to: DraftHistory): void {
    if (to.current === history.current && to.before === history.before) return;
    history = to;
    revision += 1;
    onChange();
  }

  return {
    view() {
      const { current, before, undone } = history;
      return {
        revision,
        document: current,
        variables: toVariables(current),
        source,
        isSaved: current !== undefined && toComparable(current) === saved,
        canUndo: before.length > 0,
        canRedo: undone.length > 0,
      };
    },
    document: () => history.current,
    require() {
      if (history.current !== undefined) return history.current;
      throw new GleanerError('conflict', 'The recipe has no step yet: record one, or add one.');
    },
    open(document, from, kept) {
      source = from;
      saved = kept === undefined ? undefined : toComparable(kept);
      move(createDraftHistory(document));
    },
    change: (document) => move(advanceDraft(history, document)),
    amend(document) {
      const { before } = history;
      const last = before.at(-1);
      // Brought back to what was before it, a change is none.
      const isNone = before.length > 0 && toCanonicalJson(document) === toCanonicalJson(last);
      move(
        isNone
          ? { current: last, before: before.slice(0, -1), undone: [] }
          : { current: document, before, undone: [] },
      );
    },
    learn(document) {
      history = { ...history, current: document };
      revision += 1;
      onChange();
    },
    undo: () => move(undoDraft(history)),
    redo: () => move(redoDraft(history)),
    markSaved(document, as) {
      source = as;
      saved = toComparable(document);
      revision += 1;
      onChange();
    },
    bytes: () => measureDraft(history),
  };
}

function toVariables(document: RecipeDocument | undefined): StudioDraft['variables'] {
  if (document === undefined) return [];
  const { variables } = parseRecipeDocument(document).recipe;
  return variables.map(({ name, defaultValue, isSecret }) => ({
    name,
    default: defaultValue,
    isSecret,
  }));
}

/** What runs have learnt is no change of the recipe. */
function toComparable({ fingerprints: _fingerprints, ...document }: RecipeDocument): string {
  return toCanonicalJson(document);
}
