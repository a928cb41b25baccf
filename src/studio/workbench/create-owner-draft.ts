import { randomUUID } from 'node:crypto';
import { GleanerError, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { findAtPath, parseJsonPointer, toCanonicalJson } from '../../runtime/plain-json.ts';
import type { StudioDraft } from '../api/studio-draft.ts';
import type { DraftSecrets } from '../draft/create-draft-secrets.ts';
import { applyDraftEdits, parseDraftEdit } from '../draft/edit-draft.ts';
import { type RecipeDocument, parseRecipeDocument } from '../draft/recipe-document.ts';

/** The draft of one owner, with its history. What is secret stands in none of its documents. */
export interface OwnerDraft {
  /** Lets the recipe have so many bytes as JSON; a change that makes it larger is refused with `invalid_request`. */
  bound(bytes: number): void;
  view(): StudioDraft;
  /** The recipe as it is; `undefined` before the first step. */
  document(): RecipeDocument | undefined;
  /** Returns the recipe; throws `conflict` before the first step. */
  require(): RecipeDocument;
  /** Throws `conflict` for values that were given for the draft of another id. */
  checkValuesFor(draft: string | undefined): void;
  /** Begins anew with another recipe, or with none; `kept` is what its source holds. */
  open(
    document: RecipeDocument | undefined,
    source: StudioDraft['source'],
    kept: RecipeDocument | undefined,
  ): void;
  /** Makes one change, which can be undone. */
  change(document: RecipeDocument | undefined): void;
  /** Makes what a person has changed one change. What is made secret is so for all of the draft. Throws `invalid_request`. */
  edit(edits: readonly unknown[]): void;
  /** Brings the last change into another form; it is undone with it. */
  amend(document: RecipeDocument | undefined): void;
  /** Notes what is known of the targets: no change, and nothing to undo. */
  learn(document: RecipeDocument): void;
  undo(): void;
  redo(): void;
  /** Notes that a document is kept as this version. */
  markSaved(document: RecipeDocument, source: NonNullable<StudioDraft['source']>): void;
  /** Notes what stands in a field for secrets while it is typed; it is complete once something else is done. `undefined`: it is not recorded. */
  readonly typeSecret: (variable: string | undefined, value: string) => void;
  /** Makes what was typed so far secret: it is taken out of all that the draft is and was. */
  readonly settleSecrets: () => void;
  /** The gate: returns what is to be shown, sent or kept without secrets. */
  readonly redact: <Value>(value: Value) => Value;
  /** Bytes of the draft and its history as JSON. */
  bytes(): number;
}

/** Creates an empty draft; `onChange` is called after each change of what `view` returns. */
export function createOwnerDraft(secrets: DraftSecrets, onChange: () => void): OwnerDraft {
  let history: DraftHistory = createDraftHistory(undefined);
  let id = randomUUID();
  let revision = 0;
  let source: StudioDraft['source'];
  let saved: string | undefined;
  let maxBytes = Infinity;

  /** A draft that is too large already, since the bound was another, may get smaller. */
  function isTooLarge(document: RecipeDocument | undefined): boolean {
    const bytes = sizeOf(document);
    return bytes > maxBytes && bytes > sizeOf(history.current);
  }

  function checkSize(document: RecipeDocument | undefined): void {
    if (!isTooLarge(document)) return;
    const message = `It would have ${sizeOf(document)} bytes as JSON, and may have ${maxBytes}: shorten it, delete its fingerprints, or ask the operator of the service for more.`;
    throw invalidRequest('change the recipe', [{ path: '', message }]);
  }

  function move(to: DraftHistory): void {
    if (to.current === history.current && to.before === history.before) return;
    history = to;
    revision += 1;
    onChange();
  }

  function clean(document: RecipeDocument | undefined): RecipeDocument | undefined {
    return document === undefined ? undefined : secrets.redactDocument(document);
  }

  function accept(document: RecipeDocument | undefined): RecipeDocument | undefined {
    const accepted = clean(document);
    checkSize(accepted);
    return accepted;
  }

  function cleanHistory(): void {
    const { current, before, undone } = history;
    history = { current: clean(current), before: before.map(clean), undone: undone.map(clean) };
  }

  function settle(isNew: boolean): void {
    const { current } = history;
    if (!isNew || current === undefined) return;
    cleanHistory();
    if (toCanonicalJson(history.current) === toCanonicalJson(current)) return;
    revision += 1;
    onChange();
  }

  return {
    view() {
      const { current, before, undone } = history;
      return {
        id,
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
      settle(secrets.settle());
      if (history.current !== undefined) return history.current;
      throw new GleanerError('conflict', 'The recipe has no step yet: record one, or add one.');
    },
    checkValuesFor(draft) {
      if (draft !== undefined && draft !== id) throw new GleanerError('conflict', otherRecipe);
    },
    bound(bytes) {
      maxBytes = bytes;
    },
    open(document, from, kept) {
      checkSize(document);
      id = randomUUID();
      source = from;
      secrets.leaveRecipe();
      saved = kept === undefined ? undefined : toComparable(kept);
      move(createDraftHistory(clean(document)));
    },
    change: (document) => move(advanceDraft(history, accept(document))),
    edit(edits) {
      const { current } = history;
      const document = applyDraftEdits(current, edits);
      checkSize(document);
      if (noteSecrets(current, edits, secrets)) cleanHistory();
      move(advanceDraft(history, clean(document)));
    },
    amend(amended) {
      const document = accept(amended);
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
      const cleaned = clean(document);
      // Nothing of a person's is lost with it.
      if (isTooLarge(cleaned)) return;
      history = { ...history, current: cleaned };
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
    typeSecret: secrets.type,
    settleSecrets: () => settle(secrets.settle()),
    redact: (value) => secrets.redact(value, Object.keys(history.current?.variables ?? {})),
    bytes: () => measureDraft(history),
  };
}

/** Makes secret what edits make the value of a secret variable. Returns whether there is any. */
function noteSecrets(
  document: RecipeDocument | undefined,
  edits: readonly unknown[],
  secrets: DraftSecrets,
): boolean {
  const parsed = edits.map(parseDraftEdit);
  if (!parsed.some(({ edit }) => edit.endsWith('_variable'))) return false;
  let isNew = false;
  let before = document;
  for (const edit of parsed) {
    const after = applyDraftEdits(before, [edit]);
    if (edit.edit === 'rename_variable') secrets.rename(edit.name, edit.to);
    if (edit.edit === 'make_variable' || edit.edit === 'set_variable') {
      const { name } = edit;
      const isSecret = toVariables(after).some((one) => one.name === name && one.isSecret);
      const values =
        edit.edit === 'make_variable'
          ? [findAtPath(before, parseJsonPointer(edit.path) ?? [])]
          : [toVariables(before).find((one) => one.name === name)?.default, edit.default];
      for (const value of isSecret ? values : []) {
        if (typeof value === 'string') isNew = secrets.add(name, value) || isNew;
      }
    }
    before = after;
  }
  return isNew;
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

const otherRecipe =
  'Another recipe was opened meanwhile: the values were given for the one before, and were not sent.';

/** What runs have learnt is no change of the recipe. */
function toComparable({ fingerprints: _fingerprints, ...document }: RecipeDocument): string {
  return toCanonicalJson(document);
}

/** A recipe being made, with what it was before; plain JSON, so that it can be kept. */
interface DraftHistory {
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
function measureDraft({ current, before, undone }: DraftHistory): number {
  return [current, ...before, ...undone].reduce((sum, document) => sum + sizeOf(document), 0);
}

/** A document is measured once: it is not changed. */
const sizes = new WeakMap<RecipeDocument, number>();

/** Bytes of a document as JSON; 0 where there is none. */
function sizeOf(document: RecipeDocument | undefined): number {
  if (document === undefined) return 0;
  const size = sizes.get(document) ?? Buffer.byteLength(JSON.stringify(document));
  sizes.set(document, size);
  return size;
}
