import type { ChangeStep, RecipeStep } from '../../../contracts/recipe/recipe.ts';
import type { Place } from '../frames/create-tabs.ts';

/** A password that a recipe has typed, until the log-in has led somewhere. */
export interface TypedPassword {
  readonly step: ChangeStep;
  readonly place: Place;
  /** URL of the page with the form. */
  readonly url: string;
  /** Names of the variables typed into the page so far, the password's last. */
  readonly variables: readonly string[];
  /** The last step that may have sent the form; `undefined` before. */
  sentBy: RecipeStep | undefined;
}

/** Follows the log-ins of a run: what was typed into a page with a password field. */
export interface LoginWatch {
  /** The password whose log-in has not been judged yet. */
  readonly pending: TypedPassword | undefined;
  /** Notes a value that was typed. */
  noteTyped(step: ChangeStep, place: Place, isPassword: boolean): void;
  /** Notes a step that may have sent the form. */
  noteSent(step: RecipeStep): void;
  /** Forgets the log-in: it was judged, or its page was left. */
  clear(): void;
}

/** Most names of variables in a message. */
const maxNames = 5;

export function createLoginWatch(): LoginWatch {
  let pending: TypedPassword | undefined;
  let variables: string[] = [];
  return {
    get pending() {
      return pending;
    },
    noteTyped(step, place, isPassword) {
      variables = [...new Set([...variables, ...step.variables])].slice(-maxNames);
      if (!isPassword) return;
      pending = { step, place, url: place.tab.page.url(), variables, sentBy: undefined };
    },
    noteSent(step) {
      if (pending !== undefined) pending.sentBy = step;
    },
    clear() {
      pending = undefined;
      variables = [];
    },
  };
}
