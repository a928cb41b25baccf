import type { SetPage } from '../page-set.ts';

/** The main text that people chose; `undefined` where a page names none. */
export function goldOf({ expected }: Pick<SetPage, 'expected'>): string | undefined {
  const { main_content: gold } = toRecord(expected);
  return typeof gold === 'string' ? gold : undefined;
}

/** The body of a news article: summary, headlines and paragraphs. */
export function bodyOf({ expected }: Pick<SetPage, 'expected'>): string | undefined {
  const { body } = toRecord(expected) as {
    body?: { summary?: string[]; sections?: { headline?: string[]; paragraphs?: string[] }[] };
  };
  if (body?.sections === undefined) return undefined;
  const sections = body.sections.flatMap(({ headline = [], paragraphs = [] }) => [
    ...headline,
    ...paragraphs,
  ]);
  return [...(body.summary ?? []), ...sections].join('\n');
}

/** Whether snippets are named that must come through, or must not. */
export function hasSnippets({ expected }: Pick<SetPage, 'expected'>): boolean {
  const { with: wanted, without: unwanted } = toRecord(expected);
  return Array.isArray(wanted) || Array.isArray(unwanted);
}

/** A page of a set may have no expectation at all. */
function toRecord(expected: unknown): Readonly<Record<string, unknown>> {
  return typeof expected === 'object' && expected !== null ? { ...expected } : {};
}
