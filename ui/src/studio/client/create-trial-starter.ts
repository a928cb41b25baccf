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
  let given: Values = {};
  const values = (): Values => ({ ...typed.list(), ...given });

  /** Whether values had to be asked for. */
  function asks(wanted: Wanted, known: Values): boolean {
    const variables = listOpen(store.get().draft).filter(({ name }) => !Object.hasOwn(known, name));
    if (variables.length === 0) return false;
    store.change({ asked: { ...wanted, variables } });
    return true;
  }

  async function searchPages(): Promise<void> {
    if (asks({ for: 'pages' }, values())) return;
    const body = { variables: values() };
    const table = await callStudio('POST /session/table/pagination', { body });
    // What the search found may have been told before its beginning was answered.
    const known = store.get().table?.pagination;
    if (known === undefined || known.state === 'failed') store.change({ table });
  }

  async function tryRecipe(trial: StartStudioTrial): Promise<void> {
    if (asks({ for: 'trial', trial }, values())) return;
    const before = store.get().trial;
    const empty = { state: 'running', events: [], result: undefined, repairs: [] } as const;
    store.change({ trial: empty });
    try {
      await openSession();
      await callStudio('POST /trial', { body: { ...trial, variables: values() } });
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
      given = { ...given, ...answers };
      if (asked.for === 'pages') await searchPages();
      else await tryRecipe(asked.trial);
    },
  };
}

/** The variables for which a run has to be given a value. */
export function listOpen(draft: StudioDraft | undefined): StudioDraft['variables'] {
  return draft?.variables.filter((variable) => variable.default === undefined) ?? [];
}
