import { CallFailure } from '../../api/call-failure.ts';
import { keepDraft } from './saved-draft.ts';
import { addNotice, emptyView, type StudioView } from './studio-view.ts';

/** Holds what the page shows. */
export interface ViewStore {
  readonly get: () => StudioView;
  /** Shows the view with these members; a new draft is kept by the browser, too. */
  readonly change: (part: Partial<StudioView>) => void;
  readonly replace: (view: StudioView) => void;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Makes one change after another: each begins with what the one before has made, and one that fails stops none. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Shows why something failed. */
  readonly tell: (error: unknown) => void;
}

/** Creates a store with nothing in it; `findOwner` says whose draft is saved. */
export function createViewStore(findOwner: () => string): ViewStore {
  let view = emptyView;
  let last: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();

  function replace(next: StudioView): void {
    const { draft } = next;
    if (draft !== view.draft && draft !== undefined) keepDraft(findOwner(), draft);
    view = next;
    for (const listener of listeners) listener();
  }

  return {
    get: () => view,
    change: (part) => replace({ ...view, ...part }),
    replace,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    inTurn(work) {
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
    tell(error) {
      const message =
        error instanceof CallFailure
          ? error.message
          : 'This part of the page broke. Reload it; if that does not help, report it.';
      replace(addNotice(view, message, true));
    },
  };
}
