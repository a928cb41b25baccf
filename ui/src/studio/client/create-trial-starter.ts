import type { StudioDraft } from '../../../../src/studio/api/studio-draft.ts';
import type { StartStudioTrial } from '../../../../src/studio/api/studio-trial.ts';
import { callStudio } from './call-studio.ts';
import type { TypedValues } from './create-typed-values.ts';
import type { ViewStore } from './create-view-store.ts';
import type { Wanted } from './studio-view.ts';

type Values = Readonly<Record<string, string>>;

/** What runs the recipe's steps, with the values that its variables need. */
export interface TrialStarter {
  /** Starts a trial; where values of variables are missing they are asked for first. */
  readonly tryRecipe: (trial: StartStudioTrial) => Promise<void>;
  /** Searches for the way to further pages; where values are missing they are asked for first. */
  readonly searchPages: () => Promise<void>;
  /** Asks for all values anew, such as after a trial with a wrong one, and tries again. */
  readonly askAgain: () => void;
  /** Goes on with what values were asked for; `undefined` gives it up. They are kept as long as this page is open. */
  readonly giveValues: (values: Values | undefined) => Promise<void>;
}

export interface CreateTrialStarterInput {
  readonly store: ViewStore;
  readonly typed: TypedValues;
  /** Opens a session unless one is open: a trial belongs to one. */
  readonly openSession: () => Promise<void>;
}

/** Creates a starter that knows what was typed, and what it was given. */
export function createTrialStarter(input: CreateTrialStarterInput): TrialStarter {
  const { store, typed, openSession } = input;
  /** What was asked for, and the draft that it was given for. */
  let given: { readonly draft: string; readonly values: Values } = { draft: '', values: {} };

  /** The values for the draft that is shown, of its own variables alone, with its id: the studio sends them to no other recipe. */
  function toValues(): { readonly draft?: string; readonly variables: Values } {
    const { draft } = store.get();
    if (draft === undefined) return { variables: {} };
    const { id } = draft;
    const known = { ...typed.list(id), ...(given.draft === id ? given.values : {}) };
    const own = new Set(draft.variables.map(({ name }) => name));
    const values = Object.entries(known).filter(([name]) => own.has(name));
    return { draft: id, variables: Object.fromEntries(values) };
  }

  /** Whether values had to be asked for. */
  function asks(wanted: Wanted, known: Values): boolean {
    const { draft } = store.get();
    const variables = listOpen(draft).filter(({ name }) => !Object.hasOwn(known, name));
    if (draft === undefined || variables.length === 0) return false;
    store.change({ asked: { ...wanted, variables, draft: draft.id } });
    return true;
  }

  async function searchPages(): Promise<void> {
    const body = toValues();
    if (asks({ for: 'pages' }, body.variables)) return;
    const table = await callStudio('POST /session/table/pagination', { body });
    // What the search found may have been told before its beginning was answered.
    const known = store.get().table?.pagination;
    if (known === undefined || known.state === 'failed') store.change({ table });
  }

  async function tryRecipe(trial: StartStudioTrial): Promise<void> {
    const values = toValues();
    if (asks({ for: 'trial', trial }, values.variables)) return;
    const before = store.get().trial;
    const empty = { state: 'running', events: [], result: undefined, repairs: [] } as const;
    store.change({ trial: empty });
    try {
      await openSession();
      await callStudio('POST /trial', { body: { ...trial, ...values } });
    } catch (error) {
      store.change({ trial: before });
      throw error;
    }
  }

  return {
    tryRecipe,
    searchPages,
    askAgain: () => void asks({ for: 'trial', trial: {} }, {}),
    async giveValues(answers) {
      const { asked } = store.get();
      store.change({ asked: undefined });
      if (answers === undefined || asked === undefined) return;
      // Another recipe may have been opened meanwhile, such as in another window: it asks for its own.
      const { draft } = asked;
      if (draft !== store.get().draft?.id) return;
      given = { draft, values: { ...(given.draft === draft ? given.values : {}), ...answers } };
      if (asked.for === 'pages') await searchPages();
      else await tryRecipe(asked.trial);
    },
  };
}

/** The variables for which a run has to be given a value. */
export function listOpen(draft: StudioDraft | undefined): StudioDraft['variables'] {
  return draft?.variables.filter((variable) => variable.default === undefined) ?? [];
}
