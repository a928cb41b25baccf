import { decodePercent } from '../../runtime/unicode/decode-percent.ts';
import { toWordSet } from '../../runtime/collections.ts';
/**
 * Whether two absolute URLs are one place of a site: the same site, and a path of the same shape. Query and fragment,
 * segments that look like ids, numbers, and the language in front may differ; a fragment that is a path (`#/orders`)
 * counts as one. A URL that is no web address, such as `about:blank`, says nothing: the result is `true`.
 */
export function isSamePlace(recorded: string, actual: string): boolean {
  const [left, right] = [URL.parse(recorded), URL.parse(actual)];
  if (!isWeb(left) || !isWeb(right)) return true;
  if (siteOf(left.hostname) !== siteOf(right.hostname)) return false;
  return (
    isSamePath(left.pathname, right.pathname) &&
    isSamePath(routeOf(left, right), routeOf(right, left))
  );
}

function isWeb(url: URL | null): url is URL {
  return url !== null && /^https?:$/.test(url.protocol);
}

/** Second labels under which countries register names: `co.uk`, `com.au`, `or.jp`. */
const sharedLabels: ReadonlySet<string> = toWordSet('ac co com edu gov ne net or org');

/** The part of a host that is registered: its last two labels, or three under a country's shared label. */
function siteOf(hostname: string): string {
  const labels = hostname.toLowerCase().split('.');
  if (hostname.includes(':') || labels.every((label) => /^\d+$/.test(label))) return hostname;
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && sharedLabels.has(second) ? -3 : -2).join('.');
}

/** The path in the fragment of a page that routes by it; only where both URLs have one. */
function routeOf({ hash }: URL, other: URL): string {
  const isRoute = /^#!?\//;
  return isRoute.test(hash) && isRoute.test(other.hash)
    ? hash.replace(/^#!?/, '').replace(/\?.*$/s, '')
    : '';
}

function isSamePath(left: string, right: string): boolean {
  const [ours, theirs] = [toSegments(left), toSegments(right)];
  return hasSameShape(ours, theirs) || hasSameShape(withoutLanguage(ours), withoutLanguage(theirs));
}

function toSegments(path: string): readonly string[] {
  const segments = path
    .toLowerCase()
    .split('/')
    .map((segment) => decodePercent(segment).replace(/;.*$/s, ''))
    .filter((segment) => segment !== '');
  const isIndex = /^(?:index|default)\.[a-z]{2,5}$/.test(segments.at(-1) ?? '');
  return isIndex ? segments.slice(0, -1) : segments;
}

function hasSameShape(left: readonly string[], right: readonly string[]): boolean {
  return (
    left.length === right.length &&
    left.every((segment, index) => isSameSegment(segment, right[index] ?? ''))
  );
}

function isSameSegment(left: string, right: string): boolean {
  if (left === right || toWords(left) === toWords(right)) return true;
  return isId(left) && isId(right);
}

/** The segment without its numbers: `page-2.html` and `page-13.html` are the same. */
function toWords(segment: string): string {
  return segment.replaceAll(/\d+/g, '0');
}

const uuid = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/;

/** Whether a segment names one thing of many: a number, a UUID, hexadecimal, a long mixture, or a name with a number. */
function isId(segment: string): boolean {
  const name = segment.replace(/\.[a-z]{2,5}$/, '');
  if (/^\d+$/.test(name) || uuid.test(name)) return true;
  const parts = name.split(/[-_.,~]+/).filter((part) => part !== '');
  return parts.some(
    (part) =>
      /^\d{3,}$/.test(part) || (part.length >= minMixed && /\d/.test(part) && /[a-z]/.test(part)),
  );
}

/** Characters; `b00x2k9` and hexadecimal digests are ids, `oauth2` and `mp3` are words. */
const minMixed = 7;

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The path behind a language, `/en/` or `/de-at/`, in front of it. */
function withoutLanguage(segments: readonly string[]): readonly string[] {
  const [, language] = /^([a-z]{2})(?:[-_][a-z]{2,4})?$/.exec(segments[0] ?? '') ?? [];
  return language !== undefined && languageNames.of(language) !== undefined
    ? segments.slice(1)
    : segments;
}
