import type { HtmlEscapedString } from 'hono/utils/html';

/** Markup in which every text is escaped: what `html` of hono returns. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;
