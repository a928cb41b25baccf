/** Schemes that lead somewhere from text; `javascript:`, `data:` and the like do not. */
const schemes: ReadonlySet<string> = new Set([
  'http:',
  'https:',
  'mailto:',
  'tel:',
  'ftp:',
  'sms:',
]);
/** Addresses that the URL parser would give back as they are, and paths that it would only put after the host. */
const plainUrl =
  /^https?:\/\/(?:[a-z][a-z0-9-]*\.)+[a-z]{2,}\/(?:[\w~/?@!$&*+,=:.-]|%(?!2e)[\da-f]{2})*(?:#[\w./=-]*)?$/i;
const plainPath = /^\/(?:[\w~?@!$&*+,=:-][\w~/?@!$&*+,=:.-]*)?(?:#[\w./=-]*)?$/;
const upperHost = /^[^/]*\/\/[^/]*[A-Z]/;
/** Means something inside the parentheses of a Markdown link. */
const special = /[()\\<>\s]|&[#\w]+;/;
/** Resolved addresses that are remembered for a page. */
const maxRemembered = 2_000;

/** Makes links absolute, and safe to stand in Markdown. */
export class LinkResolver {
  readonly #base: string;
  readonly #origin: string;
  readonly #known = new Map<string, string | undefined>();

  constructor(base: string) {
    this.#base = base;
    const url = URL.canParse(base) ? new URL(base) : undefined;
    this.#origin = url === undefined || url.origin === 'null' ? '' : url.origin;
  }

  /** `undefined` when the address leads nowhere. */
  resolve(href: string): string | undefined {
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
