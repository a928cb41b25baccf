/** What is chosen in the playground; empty texts and defaults are left out of the call. */
export interface PlaygroundDraft {
  readonly kind: 'extract' | 'scrape';
  readonly url: string;
  readonly prompt: string;
  /** JSON. */
  readonly schema: string;
  readonly pageComplexity: 'low' | 'high';
  readonly detailLevel: 'low' | 'medium' | 'high';
  readonly grounding: 'report' | 'drop' | 'require';
  readonly unsure: 'tell' | 'drop' | 'fail';
  /** `default`: as the service is set. */
  readonly models: 'default' | 'always' | 'unsure';
  readonly plainText: boolean;
  readonly experimental: boolean;
  readonly usage: boolean;
  readonly format: 'html' | 'markdown' | 'pdf';
  readonly navigation: 'end' | 'omit' | 'keep';
  readonly clean: boolean;
  readonly tagTruncate: boolean;
  readonly extractLinks: boolean;
  readonly parseMode: 'accurate' | 'speed';
  readonly reduceContent: 'auto' | 'yes' | 'no';
  /** Names with spaces between. */
  readonly includeTags: string;
  readonly excludeTags: string;
  /** Lines of `Name: value`. */
  readonly headers: string;
  /** Seconds. */
  readonly maxAge: string;
  readonly stealth: boolean;
  /** Whether the page is read once more, to show it beside the result. */
  readonly showPage: boolean;
}

export const emptyDraft: PlaygroundDraft = {
  kind: 'extract',
  url: '',
  prompt: '',
  schema: '',
  pageComplexity: 'low',
  detailLevel: 'medium',
  grounding: 'report',
  unsure: 'tell',
  models: 'default',
  plainText: false,
  experimental: false,
  usage: false,
  format: 'markdown',
  navigation: 'end',
  clean: false,
  tagTruncate: false,
  extractLinks: false,
  parseMode: 'accurate',
  reduceContent: 'auto',
  includeTags: '',
  excludeTags: '',
  headers: '',
  maxAge: '',
  stealth: false,
  showPage: true,
};
