import type { SetPage } from '../page-set.ts';

/** One page under one extractor. */
export interface PageResult {
  readonly page: SetPage;
  readonly type: string;
  readonly text: string;
  /** Characters of the page as served. */
  readonly htmlLength: number;
  readonly cpuMs: number;
}

/** The main text that people chose. */
export function goldOf({ expected }: SetPage): string | undefined {
  const { main_content: gold } = expected as { main_content?: unknown };
  return typeof gold === 'string' ? gold : undefined;
}

/** The body of a news article: summary, headlines and paragraphs. */
export function bodyOf({ expected }: SetPage): string | undefined {
  const { body } = expected as {
    body?: { summary?: string[]; sections?: { headline?: string[]; paragraphs?: string[] }[] };
  };
  if (body?.sections === undefined) return undefined;
  const sections = body.sections.flatMap(({ headline = [], paragraphs = [] }) => [
    ...headline,
    ...paragraphs,
  ]);
  return [...(body.summary ?? []), ...sections].join('\n');
}

/** Whether snippets are named that must not come through. */
export function hasSnippets({ expected }: SetPage): boolean {
  return Array.isArray((expected as { without?: unknown }).without);
}
