import { hostileAnswers } from '../support/hostile-answers.ts';
import { answerOperations, pageOperations, type AttackOperation } from './attack-operations.ts';
import type { AttackInput } from './create-target.ts';
import { linearBound, toDocument, type Bound } from './hostile-page.ts';
import { hostilePages } from './hostile-pages.ts';
import { growingPages } from './pages/growing.ts';

/** What names a trial: an input, and what is asked for it. */
export interface TrialName {
  readonly input: string;
  readonly operation: string;
}

/** One call of the attack. */
export interface Trial {
  readonly input: string;
  readonly bound: Bound;
  readonly operation: AttackOperation;
  readonly makeInput: () => AttackInput;
}

/** An answer is asked for on a page where its values stand in part. */
const answeredPage = toDocument('<p>Tags: lamp, brass, night</p><p>1 2 3 4 5</p>'.repeat(50));

/** Every hostile or merely growing page with everything that is asked for it, then every hostile answer of a model. */
export const trials: readonly Trial[] = [
  ...[...hostilePages, ...growingPages].flatMap(
    ({ name, bound, make, count, contentType, status }) =>
      pageOperations.map((operation) => ({
        input: name,
        bound,
        operation,
        makeInput: () => ({ body: make(count), contentType, status, answer: undefined }),
      })),
  ),
  ...hostileAnswers.flatMap(({ name, make }) =>
    answerOperations.map((operation) => ({
      input: `answers: ${name}`,
      bound: linearBound,
      operation,
      makeInput: () => ({
        body: answeredPage,
        contentType: 'text/html; charset=utf-8',
        status: 200,
        answer: make(),
      }),
    })),
  ),
];

/** The trial of that name. Throws a `TypeError` where there is none. */
export function requireTrial({ input, operation }: TrialName): Trial {
  const found = trials.find((trial) => trial.input === input && trial.operation.name === operation);
  if (found === undefined) throw new TypeError(`There is no trial "${input}" with "${operation}".`);
  return found;
}
