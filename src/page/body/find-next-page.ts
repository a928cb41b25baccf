import { Parser } from 'htmlparser2';
import { hasMoreLinks, readOutline } from './find-shell.ts';

/** A page that leads on to another by itself, without a click. */
export interface NextPage {
  /** Absolute http or https URL; that of the page itself where it reloads itself. */
  readonly url: string;
  /** Seconds until a browser would leave. */
  readonly delayS: number;
  /** Whether it goes there with the fields of a form in its body. */
  readonly isPost?: boolean;
  /** Whether only its scripts know where to, or what changes there: an address that they build, or its own with a cookie that they set. */
  readonly needsScripts?: boolean;
}

interface FindNextPageInput {
  readonly html: string;
  /** Absolute URL of the page. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Where a browser would go from the page: by its `Refresh` header or `<meta http-equiv="refresh">` (HTML standard, "shared
 * declarative refresh steps"), or by a script that does nothing but replace the location, or submit the form, of a page that shows next to
 * nothing, even where the script alone knows the address.
 * `undefined` where it would stay.
 */
export function findNextPage({ html, url, headers }: FindNextPageInput): NextPage | undefined {
  const ofHeader = parseRefresh(headers['refresh'] ?? '', url, url);
  if (ofHeader !== undefined) return ofHeader;
  if (!refreshSign.test(html) && !mayLeave(html)) return undefined;
  const { base, refresh, scripts, forms } = readHead(html);
  const baseUrl = base !== undefined && URL.canParse(base, url) ? new URL(base, url).href : url;
  return (
    parseRefresh(refresh ?? '', url, baseUrl) ??
    findScripted(html, scripts, baseUrl) ??
    findSubmitted({ html, scripts, forms, url, baseUrl }) ??
    findDeparture(html, scripts, url)
  );
}

const refreshSign = /http-equiv\s{0,9}=\s{0,9}["']?\s{0,9}refresh/i;
/** From the name on, as it stands in a script or an attribute. */
const locationSign =
  /location(?:\s{0,99}\.\s{0,99}href)?\s{0,99}(?:=|\.\s{0,99}(?:replace|assign|reload)\s{0,99}\()/y;
const submitSign = /ubmit\s{0,99}\(\s{0,99}\)/y;
/** Links of a page that shows next to nothing: what leads on, and one more. */
const mostLinks = 2;

/** Whether a script of the page may lead on; true of few pages, so that others need not be parsed for it. */
function mayLeave(html: string): boolean {
  if (hasMoreLinks(html, mostLinks)) return false;
  return hasSign(html, 'location', locationSign) || hasSign(html, 'ubmit', submitSign);
}

function hasSign(html: string, word: string, sign: RegExp): boolean {
  for (let at = html.indexOf(word); at !== -1; at = html.indexOf(word, at + word.length)) {
    sign.lastIndex = at;
    if (sign.test(html)) return true;
  }
  return false;
}

/**
 * Reads the value of a refresh: seconds, then `;`, `,` or a space, `url=` or nothing, and an address with or without quotes.
 * Without an address the page reloads itself.
 */
function parseRefresh(value: string, own: string, base: string): NextPage | undefined {
  const [, seconds, rest = ''] =
    /^\s*(\d{1,9})?(?:\.[\d.]*)?(?:[\s;,]\s*([\s\S]*))?$/.exec(value.slice(0, 4_000)) ?? [];
  if (seconds === undefined && !/^\s*\./.test(value)) return undefined;
  const [, quote = '', given = ''] =
    /^(?:[;,]\s*)?(?:url\s*=\s*)?(["']?)([\s\S]*)$/i.exec(rest) ?? [];
  const end = quote === '' ? -1 : given.indexOf(quote);
  const target = (end === -1 ? given : given.slice(0, end)).trim();
  return toNextPage(target === '' ? own : target, base, Number(seconds ?? 0));
}

function toNextPage(target: string, base: string, delayS: number): NextPage | undefined {
  if (!URL.canParse(target, base)) return undefined;
  const { protocol, href } = new URL(target, base);
  return protocol === 'http:' || protocol === 'https:' ? { url: href, delayS } : undefined;
}

interface PageHead {
  readonly base: string | undefined;
  /** Content of the first `<meta http-equiv="refresh">` that a browser with scripts obeys. */
  readonly refresh: string | undefined;
  /** Text of scripts without `src` that are run, and of the `onload` of `<body>`. */
  readonly scripts: readonly string[];
  readonly forms: readonly PageForm[];
}

interface PageForm {
  readonly action: string | undefined;
  readonly isPost: boolean;
  readonly fields: (readonly [name: string, value: string])[];
}

/** Within these nothing counts: a browser with scripts sees neither. */
const inertTags: ReadonlySet<string> = new Set(['noscript', 'template', 'svg', 'math', 'iframe']);
/** A page nests its head in nothing: what stands this deep is no head, and the parser's time grows with the square of the depth. */
const maxDepth = 200;

function readHead(html: string): PageHead {
  let base: string | undefined;
  let refresh: string | undefined;
  const scripts: string[] = [];
  const forms: PageForm[] = [];
  let inertDepth = 0;
  let depth = 0;
  let isScript = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > maxDepth) parser.pause();
        if (inertTags.has(name)) inertDepth += 1;
        if (inertDepth > 0) return;
        const type = attributes['type']?.trim().toLowerCase() ?? '';
        // What the page does once it is there is a script of its own.
        if (name === 'body' && attributes['onload'] !== undefined)
          scripts.push(attributes['onload']);
        if (name === 'form') {
          const isPost = attributes['method']?.trim().toLowerCase() === 'post';
          forms.push({ action: attributes['action'], isPost, fields: [] });
        } else if (name === 'input' && attributes['name'] !== undefined && type === 'hidden') {
          forms.at(-1)?.fields.push([attributes['name'], attributes['value'] ?? '']);
        }
        if (name === 'base') base ??= attributes['href'];
        else if (name === 'meta' && attributes['http-equiv']?.trim().toLowerCase() === 'refresh') {
          refresh ??= attributes['content'];
        } else if (name === 'script' && attributes['src'] === undefined) {
          isScript = type === '' || type === 'module' || /(?:java|ecma)script/.test(type);
          if (isScript) scripts.push('');
        }
      },
      ontext(text) {
        if (isScript) scripts.push((scripts.pop() ?? '') + text);
      },
      onclosetag(name) {
        depth -= 1;
        if (inertTags.has(name)) inertDepth -= 1;
        if (name === 'script') isScript = false;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  return { base, refresh, scripts, forms };
}

/** Characters of a script that does nothing but lead on; counting and consent stand in longer ones. */
const maxScriptLength = 2_000;
/** Characters of a page's own text beside such a script: "Please wait", "You are being taken to …", the name of the site. */
const maxOwnText = 300;

const assignment =
  /(?:^|[^\w.$])(?:(?:window|document|self|top|parent|globalThis)\s*\.\s*)?location(?:\s*\.\s*href)?\s*(?:=\s*|\.\s*(?:replace|assign)\s*\(\s*)(["'`])((?:[^"'`\\\n]|\\(?:\/|x[\da-fA-F]{2}|u[\da-fA-F]{4})){1,2000})\1(?:\s*\))?(?![\w.+]|\s*\+)/g;
/** Signs of an address that a script writes by their number, or with a needless backslash. */
const escapedSign = /\\(?:\/|x([\da-fA-F]{2})|u([\da-fA-F]{4}))/g;
/** What makes it depend on something, or on a visitor. */
const condition =
  /\b(?:if|else|switch|case|while|for|catch)\b|&&|\|\||\?|\bon(?:click|submit|change|key\w+)\b|['"](?:click|submit|change|key\w+)['"]|\bfunction\s+\w/;

function findScripted(
  html: string,
  scripts: readonly string[],
  base: string,
): NextPage | undefined {
  const found = scripts.flatMap((script) => {
    const matches = [...script.slice(0, maxScriptLength + 1).matchAll(assignment)];
    return matches.map((match) => ({ script, match }));
  });
  const [first] = found;
  if (first === undefined || found.length > 1 || first.script.length > maxScriptLength) {
    return undefined;
  }
  const { script, match } = first;
  const [whole, , target = ''] = match;
  if (target.includes('${') || condition.test(script.replace(whole, ''))) return undefined;
  if (!isBare(html)) return undefined;
  const delayS = readDelay(script.slice(match.index + whole.length));
  const address = target.replaceAll(escapedSign, (_, short?: string, long?: string) => {
    const code = short ?? long;
    return code === undefined ? '/' : String.fromCodePoint(Number.parseInt(code, 16));
  });
  return toNextPage(address, base, delayS);
}

/** Seconds of the timer that ends after a call or an assignment; 0 where there is none. */
function readDelay(after: string): number {
  const [, delayMs = '0'] = /^[^,]{0,80},\s*(\d{1,9})\s*\)/.exec(after) ?? [];
  return Number(delayMs) / 1_000;
}

const departure =
  /(?:^|[^\w.$])(?:(?:window|document|self|top|parent|globalThis)\s*\.\s*)?location\s*(?:\.\s*reload\s*\(\s*(?:true|!0)?\s*\)|(?:\.\s*href\s*)?=(?![=>])[^;\n]{1,500}|\.\s*(?:replace|assign)\s*\([^;\n]{1,500}?\))/g;
/** What runs as the page loads, up to its body. */
const atOnce =
  /(?:\bsetTimeout\s*\(|\bonload\s*=|\baddEventListener\s*\(\s*["'](?:load|DOMContentLoaded)["']\s*,|\$\s*\(|(?<![\w$.]\s*)[(!])\s*(?:async\s+)?(?:function\s*\(\s*\)|\(\s*\)\s*=>)/g;

/** A page that shows next to nothing and is left by a script, for where only the script knows. */
function findDeparture(
  html: string,
  scripts: readonly string[],
  url: string,
): NextPage | undefined {
  for (const script of scripts) {
    if (script.length > maxScriptLength || !script.includes('location')) continue;
    const [first] = script.matchAll(departure);
    if (first === undefined) continue;
    const rest = script.replaceAll(departure, '').replaceAll(atOnce, '');
    if (condition.test(rest) || /\bfunction\b|=>/.test(rest)) continue;
    const delayS = readDelay(script.slice(first.index + first[0].length));
    if (delayS <= maxDelayS && isBare(html)) return { url, delayS, needsScripts: true };
  }
  return undefined;
}

/** What a page shows beside such a script is a notice, and the link that it names itself. */
function isBare(html: string): boolean {
  const { mainText, longTexts, inputs, links, media } = readOutline(html);
  const isShort = mainText.length <= maxOwnText && longTexts <= 1 && inputs === 0;
  return isShort && links <= mostLinks && media <= 1;
}

/** A call that submits a form: of the page's first, or by its name or id. */
const submission =
  /(?:\bdocument\s*\.\s*(?:forms\s*(?:\[[^\]\n]{1,80}\]|\.\s*\w{1,80})|getElementById\s*\([^()\n]{1,80}\)|querySelector\s*\([^()\n]{1,80}\)|getElementsByTagName\s*\([^()\n]{1,80}\)\s*\[0\]|\w{1,80})|\$\s*\([^()\n]{1,80}\)|\b[A-Za-z_$][\w$]{0,80})\s*\.\s*(?:submit|requestSubmit)\s*\(\s*\)/g;

interface FindSubmittedInput extends Pick<PageHead, 'scripts' | 'forms'> {
  readonly html: string;
  readonly url: string;
  readonly baseUrl: string;
}

/** Where the only form of a page leads that a script submits as the page loads, without a visitor. */
function findSubmitted({
  html,
  scripts,
  forms,
  url,
  baseUrl,
}: FindSubmittedInput): NextPage | undefined {
  const [form] = forms;
  if (form === undefined || forms.length > 1) return undefined;
  const isSubmitted = scripts.some((script) => {
    if (script.length > maxScriptLength) return false;
    const rest = script.replaceAll(submission, '');
    return rest !== script && !condition.test(rest);
  });
  if (!isSubmitted || !isBare(html)) return undefined;
  const next = toNextPage(form.action?.trim() || url, baseUrl, 0);
  if (next === undefined || form.isPost) return next && { ...next, isPost: true };
  // A form sends its fields in the place of the query of its address.
  const target = new URL(next.url);
  target.search = new URLSearchParams(form.fields.map(([name, value]) => [name, value])).toString();
  return { ...next, url: target.href };
}

/** Seconds of a wait that is part of the way to a page; a longer one is for people, who read meanwhile. */
const maxDelayS = 5;

/** Whether the page is left for another one soon; one that reloads itself is not, but where it is another for the cookie that came with it. */
export function leadsOn(
  { url, delayS, isPost, needsScripts }: NextPage,
  from: string,
  hasNewCookie = false,
): boolean {
  // What a form posts may change something; the page asked for is all that is fetched.
  if (isPost === true || needsScripts === true || delayS > maxDelayS) return false;
  return hasNewCookie || withoutHash(url) !== withoutHash(from);
}

/** For people: what a page that is not left says of another or a later one; `undefined` where that changes nothing. */
export function toNextPageWarning(
  { url, delayS, isPost }: NextPage,
  from: string,
): string | undefined {
  if (isPost === true) {
    return 'The page sends a form on as soon as it is there, which is not done; this is what it shows until then.';
  }
  if (withoutHash(url) !== withoutHash(from)) {
    return `The page leads on to another after ${delayS} s; this is what it shows until then.`;
  }
  return delayS <= maxDelayS
    ? `The page reloads itself after ${delayS} s and may show more then; this is what it shows first.`
    : undefined;
}

export function withoutHash(url: string): string {
  const at = url.indexOf('#');
  return at === -1 ? url : url.slice(0, at);
}
