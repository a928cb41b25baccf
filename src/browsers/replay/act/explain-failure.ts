import { callFrame } from '../../in-page/call-frame.ts';
import type { Obstruction } from '../../in-page/notices/create-cover-reader.ts';
import type { Cover } from '../../in-page/notices/create-notice-finder.ts';
import type { FailureReason } from '../../../errors/error-codes.ts';
import { failStep, nameSelectors } from '../fail-step.ts';
import type { ActOnInput } from './act-on.ts';

/** Returns the error for an element that was found and could not be acted on: why, and how to mend it. */
export async function explainFailure(
  input: ActOnInput,
  obstruction: Obstruction | undefined,
  cause: unknown,
): Promise<Error> {
  const { step, target, timeoutMs } = input;
  const { reason, why } = await findReason(input, obstruction);
  const what = `found its element by ${nameSelectors(target)}, but could not act on it within ${timeoutMs / 1_000} s: ${why}.`;
  return failStep(step, reason, what, { cause });
}

interface Reason {
  readonly reason: FailureReason;
  /** Continues the sentence behind a colon. */
  readonly why: string;
}

async function findReason(
  input: ActOnInput,
  obstruction: Obstruction | undefined,
): Promise<Reason> {
  const { cover } = obstruction ?? {};
  if (cover !== undefined) return toCoverReason(cover);
  const reason = 'target_not_found';
  if (obstruction?.isDisabled === true) return { reason, why: 'it stayed disabled' };
  if (obstruction?.isVisible === false) return { reason, why: 'it stayed hidden' };
  const why = (await explainOption(input)) ?? 'it is hidden, disabled or covered';
  return { reason, why };
}

const asked: Readonly<Record<NonNullable<Cover['asksFor']>, Reason>> = {
  'log-in': { reason: 'login_required', why: 'asks to log in; such a dialog is not closed' },
  age: { reason: 'page_blocked', why: 'asks for the age of the visitor; it is not answered' },
  payment: { reason: 'page_blocked', why: 'asks to pay; it is not answered' },
};

function toCoverReason({ by, asksFor }: Cover): Reason {
  if (asksFor !== undefined) {
    const { reason, why } = asked[asksFor];
    return { reason, why: `it is covered by ${by}, which ${why}` };
  }
  const why = `it is covered by ${by}, which could not be closed`;
  return { reason: 'target_not_found', why };
}

/** Characters of an option in a message. */
const maxOption = 40;

/** Says which options a select has when the recipe's is none of them. */
async function explainOption({ run, step, element }: ActOnInput): Promise<string | undefined> {
  if (step.type !== 'change' || element.mark === undefined) return undefined;
  const question = { mark: element.mark, value: step.value };
  const limits = { signal: run.signal, timeoutMs: 2_000 };
  const choices = await callFrame(element.frame, 'choices', question, limits).catch(() => {
    run.signal.throwIfAborted();
    // The page went away.
    return null;
  });
  if (choices === null || choices.hasValue) return undefined;
  const { labels, count } = choices;
  if (count === 0) return 'its list has no options';
  const named = labels.map((label) => `"${label.slice(0, maxOption)}"`).join(', ');
  const more = count > labels.length ? `, and ${count - labels.length} more` : '';
  return `its list has no such option; it has ${named}${more}`;
}
