import type { Element } from 'domhandler';

/** Formatting that a line can carry. */
export type MarkKind = 'strong' | 'emphasis' | 'deleted' | 'sub' | 'sup' | 'link';

/** Formatting that is open. */
export interface Mark {
  readonly kind: MarkKind;
  readonly element: Element;
  /** Where a link leads, escaped for Markdown. */
  readonly url: string;
  /** `waiting` until text comes, so that nothing empty is written; `passed` where it cannot be written. */
  state: 'waiting' | 'written' | 'passed';
}

/** What each kind starts with; emphasis ends with the same. */
export const delimiters: Readonly<Record<MarkKind, string>> = {
  strong: '**',
  emphasis: '*',
  deleted: '~~',
  sub: '<sub>',
  sup: '<sup>',
  link: '[',
};

/** Whether the delimiters are punctuation that only counts beside certain characters. */
export function isEmphasis(kind: MarkKind): boolean {
  return kind === 'strong' || kind === 'emphasis' || kind === 'deleted';
}
