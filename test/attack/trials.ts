import { hostileAnswers } from '../support/hostile-answers.ts';
import { hostilePdfs } from '../support/hostile-pdfs.ts';
import { hostileServers } from '../support/hostile-servers.ts';
import {
  answerOperations,
  pageOperations,
  readingOperations,
  type AttackOperation,
} from './attack-operations.ts';
import type { AttackInput } from './create-target.ts';
import { linearBound, toDocument, usualBound, type Bound } from './hostile-page.ts';
import { hostilePages } from './hostile-pages.ts';
import { growingPages } from './pages/growing.ts';

/** One call of the attack. */
export interface Trial {
  /** Family and name of the input; trials of one input follow each other. */
  readonly input: string;
  readonly bound: Bound;
  readonly operation: AttackOperation;
  readonly makeInput: () => AttackInput;
}

/** An answer is asked for on a page where its values stand in part. */
const answeredPage = toDocument('<p>Tags: lamp, brass, night</p><p>1 2 3 4 5</p>'.repeat(50));
const html = { contentType: 'text/html; charset=utf-8', status: 200, answer: undefined };

/** Every page, PDF, server and model answer, each with all that is asked for it. `urlOf` gives the URL of a server by its name. */
export function listTrials(urlOf: (server: string) => string): readonly Trial[] {
  return [
    ...hostilePages.flatMap((page) => pageOperations.map((operation) => toTrial(page, operation))),
    ...growingPages.flatMap((page) =>
      readingOperations.map((operation) => toTrial(page, operation)),
    ),
    ...hostilePdfs.flatMap(({ name, make }) =>
      readingOperations.map((operation) => ({
        input: `PDFs: ${name}`,
        bound: usualBound,
        operation,
        makeInput: () => ({ ...html, body: make(), contentType: 'application/pdf' }),
      })),
    ),
    ...hostileServers.flatMap(({ name }) =>
      readingOperations.map((operation) => ({
        input: `servers: ${name}`,
        bound: usualBound,
        operation,
        makeInput: () => ({ ...html, body: '', url: urlOf(name) }),
      })),
    ),
    ...hostileAnswers.flatMap(({ name, make }) =>
      answerOperations.map((operation) => ({
        input: `answers: ${name}`,
        bound: linearBound,
        operation,
        makeInput: () => ({ ...html, body: answeredPage, answer: make() }),
      })),
    ),
  ];
}

function toTrial(
  { name, bound, make, count, contentType, status }: (typeof hostilePages)[number],
  operation: AttackOperation,
): Trial {
  const makeInput = (): AttackInput => ({ ...html, body: make(count), contentType, status });
  return { input: name, bound, operation, makeInput };
}
