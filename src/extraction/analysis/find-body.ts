import type { AnyNode } from 'domhandler';
import { findMainContent } from '../../page/main-content/find-main-content.ts';
import { readText } from '../../page/tree/node-text.ts';
import { keepNodes } from '../../page/tree/to-html.ts';
import type { PageFacts } from './analyse-page.ts';

/** The text of a page, and the first of the nodes that it is of. */
interface Body {
  readonly value: string;
  /** Characters of it that are links. */
  readonly linked: number;
  readonly source: { readonly node: AnyNode };
}

/** The page's main content as text, without its heading; `undefined` where there is none. */
export function findBody({ page, heading }: Pick<PageFacts, 'page' | 'heading'>): Body | undefined {
  const nodes = findMainContent(page.reading);
  const [first] = nodes;
  if (first === undefined) return undefined;
  const content = keepNodes(page.reading.document, nodes);
  const text = readText(content);
  const lines = text.split('\n');
  const body = lines.filter((line, at) => at > 0 || line !== heading).join('\n');
  if (body === '') return undefined;
  const unlinked = readText(content, ({ name }) => name === 'a');
  return { value: body, linked: text.length - unlinked.length, source: { node: first } };
}
