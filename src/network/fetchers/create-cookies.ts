import type { CookieJar } from 'tough-cookie';

/** The cookies of one fetch: given on the way to a page, sent on the rest of it, and forgotten with it. */
export interface Cookies {
  /** Value of the `cookie` header for a URL: the caller's own, and what the site gave, which wins. Empty where there is none. */
  toHeader(url: URL, own: string | undefined): Promise<string>;
  /** Keeps what a response at a URL gives, by the rules of domain, path and `Secure`. */
  keep(url: URL, setCookies: readonly string[]): Promise<void>;
}

/** Browsers keep 180 of a site. */
const maxCookies = 180;
/** Characters of the header; servers refuse longer ones. */
const maxHeaderLength = 8_192;

export function createCookies(): Cookies {
  // Loaded by the first cookie: the list of public suffixes takes 3 MB of files.
  let jar: CookieJar | undefined;
  let kept = 0;
  return {
    async toHeader(url, own = '') {
      const given = (await jar?.getCookies(url.href)) ?? [];
      const names = new Set(given.map(({ key }) => key));
      const ownPairs = own.split(';').map((pair) => pair.trim());
      const pairs = [
        ...ownPairs.filter((pair) => pair !== '' && !names.has(pair.split('=', 1)[0] ?? '')),
        ...given.map((cookie) => cookie.cookieString()),
      ];
      let header = '';
      for (const pair of pairs) {
        const next = header === '' ? pair : `${header}; ${pair}`;
        if (next.length <= maxHeaderLength) header = next;
      }
      return header;
    },
    async keep(url, setCookies) {
      for (const setCookie of setCookies) {
        if (kept >= maxCookies) return;
        kept += 1;
        if (jar === undefined) {
          const { CookieJar } = await import('tough-cookie');
          jar = new CookieJar(undefined, { allowSecureOnLocal: false });
        }
        // What is no cookie, or one for another site, is left out, as by browsers.
        await jar.setCookie(setCookie, url.href, { ignoreError: true }).catch(() => {});
      }
    },
  };
}
