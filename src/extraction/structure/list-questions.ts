import type { PageFacts } from '../analysis/analyse-page.ts';
import { cleanText, readPath, toText } from '../analysis/index-entities.ts';
import type { IndexedElement, PageIndex } from '../analysis/index-page.ts';
import type { ValueSource } from '../fields/candidate.ts';

/** One of the things that the markup of a page says by itself: a link, a heading, a question. */
export interface PagePart {
  readonly value: unknown;
  readonly source: ValueSource;
}

/** A question with its answer. */
interface Question extends PagePart {
  readonly value: { readonly question: string; readonly answer: string };
}

/** The questions of a page with their answers: those of its data, else those that open on them, stand as terms, or are headings. */
export function listQuestions(facts: PageFacts): readonly Question[] {
  const stated = listStatedQuestions(facts);
  if (stated.length > 0) return stated;
  return (
    [listDetails, listTerms, listAsking]
      .map((list) => list(facts.page))
      .find(({ length }) => length > 0) ?? []
  );
}

/** The questions that the data of a page states, with their answers. */
function listStatedQuestions({ entities }: PageFacts): readonly Question[] {
  return entities.flatMap((entity) => {
    if (!entity.types.has('question')) return [];
    const [question] = readPath(entity, 'name').map(toText);
    const [answer] = ['acceptedAnswer.text', 'suggestedAnswer.text'].flatMap((path) =>
      readPath(entity, path).map(toText),
    );
    if (question === undefined || answer === undefined) return [];
    const value = { question: cleanText(question.text), answer: cleanText(answer.text) };
    return [{ value, source: question.source }];
  });
}

const question = /[?？؟]$/;
/** Fewer questions than this over texts are the titles of these. */
const minQuestions = 2;

function toAnswer(page: PageIndex, asking: IndexedElement, end: number): readonly Question[] {
  const value = {
    question: page.lineOf(asking),
    answer: page.text.slice(asking.textEnd, end).trim(),
  };
  if (!question.test(value.question) || value.answer === '') return [];
  return [{ value, source: { node: asking.node } }];
}

/** Questions that open on their answers. */
function listDetails(page: PageIndex): readonly Question[] {
  return page.elements.flatMap((details) => {
    const summary = page.childrenOf(details).find(({ node }) => node.name === 'summary');
    if (details.node.name !== 'details' || summary === undefined) return [];
    return toAnswer(page, summary, details.textEnd);
  });
}

/** Questions as the terms of a list that describes them. */
function listTerms(page: PageIndex): readonly Question[] {
  return page.elements.flatMap((list) => {
    if (list.node.name !== 'dl') return [];
    const parts = page.childrenOf(list);
    return parts.flatMap((term, at) => {
      const next = parts.slice(at + 1).find(({ node }) => node.name === 'dt');
      return term.node.name === 'dt' ? toAnswer(page, term, next?.textStart ?? list.textEnd) : [];
    });
  });
}

/** Questions as headings over their answers. */
function listAsking(page: PageIndex): readonly Question[] {
  const headings = page.elements.filter(({ node }) => /^h[1-6]$/.test(node.name));
  const found = headings.flatMap((heading, at) => {
    const next = headings[at + 1]?.textStart ?? Infinity;
    const around = page.elements[heading.parent]?.textEnd ?? Infinity;
    return toAnswer(page, heading, Math.min(next, around));
  });
  return found.length < minQuestions ? [] : found;
}
