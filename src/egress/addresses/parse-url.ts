import { GleanerError } from '../../errors/gleaner-error.ts';

/** Longest URL taken, in characters of its canonical form; longer ones break servers and logs before they find a page. */
export const maxUrlLength = 8_192;

// Fetch standard, "bad port": a request there would speak HTTP to a mail, name or chat server.
const badPorts: ReadonlySet<string> = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 ' +
    '119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 ' +
    '636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 ' +
    '6697 10080'
  ).split(' '),
);

/**
 * Parses a URL that Gleaner may ask for: absolute, http or https, no credentials, no port of another
 * protocol. Throws `invalid_request`. Where its host leads is checked by the egress.
 */
export function parseUrl(value: string): URL {
  if (value.length > maxUrlLength) throw refuseUrl(tooLong);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined)
    throw refuseUrl(`Expected \`url\` to be an absolute URL, got ${quote(value)}.`);
  if (url.href.length > maxUrlLength) throw refuseUrl(tooLong);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refuseUrl(`Expected \`url\` to be an http or https URL, got one with "${url.protocol}".`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refuseUrl(
      'Expected `url` to hold no user name or password: send them in an `authorization` header.',
    );
  }
  if (badPorts.has(url.port)) {
    throw refuseUrl(
      `Port ${url.port} in \`url\` belongs to another protocol and is never asked for pages.`,
    );
  }
  return url;
}

const tooLong = `Expected \`url\` to have at most ${maxUrlLength} characters.`;

/** The one form of "this URL is not acceptable". */
export function refuseUrl(message: string): GleanerError<'invalid_request'> {
  return new GleanerError('invalid_request', message, {
    details: { issues: [{ path: '/url', message }] },
  });
}

/** Shown in messages: short, and without what may be secret (user name, password, query, fragment). */
function quote(value: string): string {
  const [shown = ''] = value.split(/[?#]/, 1);
  return shown.includes('@') ? 'one that is not' : JSON.stringify(shown.slice(0, 100));
}
