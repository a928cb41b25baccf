import type { Dialog } from 'playwright-core';
import type { DialogAnswer, RecipeStep } from '../../../contracts/recipe/recipe.ts';
import { waitUntil } from '../../../signals/wait-until.ts';
import { nameStep } from '../fail-step.ts';
import type { Tabs } from '../frames/create-tabs.ts';

/** Answers the dialogs of a session's pages: an open dialog blocks its page. */
export interface StepDialogs {
  /** From now on dialogs get the answer of this step, also those that a timer of the page opens later. */
  begin(step: RecipeStep): void;
  /** Waits a moment for a dialog that the step has an answer to; one that does not come is told. */
  finish(step: RecipeStep): Promise<void>;
  /** Whether a page asked before it was left, and was told to stay, since the step began. */
  hasStayed(): boolean;
}

/** Milliseconds for a dialog that was expected; pages that ask the server first take a few hundred. */
const expectedMs = 1_000;
/** Characters of a dialog's text in a warning. */
const maxText = 80;
/** Most dialogs told in one run: a page can open them without end. */
const maxTold = 20;

/** Answers the dialogs of these tabs, those of tabs that open later too. */
export function createStepDialogs(
  tabs: Pick<Tabs, 'answerDialogs'>,
  signal: AbortSignal,
  warn: (warning: string) => void,
): StepDialogs {
  let step: RecipeStep | undefined;
  let seen = 0;
  let told = 0;
  let hasStayed = false;

  tabs.answerDialogs((dialog) => {
    seen += 1;
    const answer = step?.dialog;
    if (answer === undefined) tell(dialog);
    hasStayed ||= dialog.type() === 'beforeunload' && !isAccepted(answer);
    answerDialog(dialog, answer).catch(ignoreGonePage);
  });

  function tell(dialog: Dialog): void {
    told += 1;
    if (told > maxTold) return;
    const name = step === undefined ? 'The run' : nameStep(step);
    warn(
      told === maxTold
        ? `${name}: the page opens more dialogs; they are dismissed and no longer told.`
        : `${name}: the page ${describe(dialog)}`,
    );
  }

  return {
    begin(next) {
      step = next;
      seen = 0;
      hasStayed = false;
    },
    async finish(ending) {
      if (ending.dialog === undefined) return;
      const hasCome = await waitUntil({
        timeoutMs: expectedMs,
        everyMs: 20,
        signal,
        poll: async () => (seen > 0 ? true : undefined),
      });
      if (hasCome === undefined) {
        warn(`${nameStep(ending)} has an answer to a dialog ("dialog"), and the page opened none.`);
      }
    },
    hasStayed: () => hasStayed,
  };
}

function isAccepted(answer: DialogAnswer | undefined): boolean {
  return answer !== undefined && answer !== 'dismiss';
}

function answerDialog(dialog: Dialog, answer: DialogAnswer | undefined): Promise<void> {
  if (!isAccepted(answer)) return dialog.dismiss();
  // A person who accepts a prompt sends what stands in it.
  return dialog.accept(typeof answer === 'object' ? answer.text : dialog.defaultValue());
}

function describe(dialog: Dialog): string {
  const text = dialog.message().replaceAll(/\s+/g, ' ').trim();
  const quoted = `"${text.slice(0, maxText)}${text.length > maxText ? '…' : ''}"`;
  const type = dialog.type();
  if (type === 'alert') return `showed the alert ${quoted}, which was closed.`;
  if (type === 'beforeunload') {
    return 'asked whether to leave it, and was not left; with "dialog": "accept" in the step it is.';
  }
  return `asked ${quoted} (${type}), which was dismissed; "dialog" in the step answers it.`;
}

/** The page was closed, and its dialog with it. */
function ignoreGonePage(): void {}
