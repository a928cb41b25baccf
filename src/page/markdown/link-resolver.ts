import type { MarkdownBudget } from './markdown-budget.ts';

/** Schemes of links that are kept; `javascript:`, `data:` and the like are dropped. */
const schemes: ReadonlySet<string> = new Set([
  'http:',
  'https:',
  'mailto:',
  'tel:',
  'ftp:',
  'sms:',
]);
/** Matches addresses that the URL parser would return unchanged, and paths that it would only append to the host. */
const plainUrl =
  /^https?:\/\/(?:[a-z][a-z0-9-]*\.)+[a-z]{2,}\/(?:[\w~/?@!$&*+,=:.-]|%(?!2e)[\da-f]{2})*(?:#[\w./=-]*)?$/i;
const plainPath = /^\/(?:[\w~?@!$&*+,=:-][\w~/?@!$&*+,=:.-]*)?(?:#[\w./=-]*)?$/;
const upperHost = /^[^/]*\/\/[^/]*[A-Z]/;
/** Characters with a meaning inside the parentheses of a Markdown link. */
const special = /[()\\<>\s]|&[#\w]+;/;
/** Resolved addresses that are cached for a page. */
const maxRemembered = 2_000;

/** Makes links absolute and escapes them for Markdown. */
export class LinkResolver {
  readonly #base: string;
  readonly #origin: string;
  readonly #budget: MarkdownBudget;
  readonly #known = new Map<string, string | undefined>();

  constructor(base: string, budget: MarkdownBudget) {
    this.#base = base;
    this.#budget = budget;
    const url = URL.canParse(base) ? new URL(base) : undefined;
    this.#origin = url === undefined || url.origin === 'null' ? '' : url.origin;
  }

  /** Returns the absolute address; `undefined` when it is not a link to follow, or the budget is used up. */
  resolve(href: string): string | undefined {
    const address = this.#resolve(href);
    if (address === undefined) return undefined;
    return this.#budget.takeLink(address.length - href.length) ? address : undefined;
  }

  #resolve(href: string): string | undefined {
    if (
      this.#origin !== '' &&
      href.charCodeAt(1) !== 0x2f &&
      plainPath.test(href) &&
      !href.includes('/.')
    ) {
      return this.#origin + href;
    }
    if (plainUrl.test(href) && !href.includes('/.') && !upperHost.test(href)) return href;
    if (this.#known.has(href)) return this.#known.get(href);
    const resolved = this.#parse(href);
    if (this.#known.size < maxRemembered) this.#known.set(href, resolved);
    return resolved;
  }

  #parse(href: string): string | undefined {
    const trimmed = href.trim();
    if (trimmed === '') return undefined;
    const url = URL.parse(trimmed, this.#base);
    return url === null || !schemes.has(url.protocol) ? undefined : escapeUrl(url.href);
  }
}

function escapeUrl(url: string): string {
  if (!special.test(url)) return url;
  return url
    .replace(/[()]/g, String.raw`\$&`)
    .replaceAll('\\\\', '%5C')
    .replace(/&(?=[#\w]{1,40};)/g, '&amp;')
    .replace(/[<>\s]/g, encodeURIComponent);
}
