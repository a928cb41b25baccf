import type { PageBody } from './read-body.ts';
import { thingProperty } from '../structured-data/read-metadata.ts';
import { Parser } from 'htmlparser2';
import { toWordSet } from '../../runtime/collections.ts';

/** A JavaScript shell: a page that shows nothing before its scripts have run. */
export interface Shell {
  /** Whether the markup itself carries data (JSON-LD, tags that state what it is about), which is read without running scripts. */
  readonly hasData: boolean;
}

/** A page with this many sentences in blocks of their own has content; a `<noscript>` notice has one or two. */
const obviousTexts = 3;
const textBlock = /<(?:p|li|td|dd|h[1-6])\b[^<>]{0,300}>[^<]{80}/gi;
/** A "Loading …", the text of a logo or a notice is shorter; pages with content have more. */
const littleText = 120;
/** Links outside navigation and footer: a page with more of them is a list, however short its texts. */
const fewLinks = 5;

/**
 * Characters that are searched for signs in the markup. The signs stand at the top of the body, and their patterns
 * cost more than the other checks.
 */
const maxScanned = 500_000;
/**
 * JSON and templates are not run although they stand in `<script>`; the script of a framework has a `src` or is a
 * module.
 */
const runningScript =
  /<script\b(?![^<>]{0,300}type\s{0,3}=\s{0,3}["']?(?:application|text)\/(?!javascript|ecmascript))/i;
/**
 * An element that a framework renders into: empty, and found by its id or as a custom element. An empty element that
 * has only a class is an arrow or a spacer.
 */
const emptyRoot =
  /<(?:(div|main|section)\b(?=[^<>]{0,300}?\sid\s{0,3}=)|([a-z]{1,30}-[a-z-]{1,40})\b)[^<>]{0,300}>\s{0,200}<\/(?:\1|\2)\s{0,5}>/i;
/** An element with the name of a framework's root, whatever it contains. */
const namedRoot =
  /\bid\s{0,3}=\s{0,3}["']?(?:root|app|main-app|app-root|react-root|__next|__nuxt|___gatsby|svelte|q-app|mount)["'\s>]/i;
const scriptNotice =
  /<noscript\b[^<>]{0,200}>[^<]{0,500}(?:<[^<>]{1,300}>[^<]{0,500}){0,5}?(?:java)?script/i;
const dataScript = /<script\b[^<>]{0,300}type\s{0,3}=\s{0,3}["']?application\/ld\+json/i;
const dataTag = new RegExp(
  `<meta\\b[^<>]{0,300}\\b(?:property|name)\\s{0,3}=\\s{0,3}["']?(?:${thingProperty})`,
  'i',
);

/** Returns the JavaScript shell that a body is; `undefined` for a page, even a short one. */
export function findShell({ kind, html }: Pick<PageBody, 'kind' | 'html'>): Shell | undefined {
  if (kind !== 'html' && kind !== 'xhtml') return undefined;
  if (hasMoreLinks(html, fewLinks) || holdsTexts(html, obviousTexts)) return undefined;
  if (!runningScript.test(html)) return undefined;
  const outline = readOutline(html);
  const { mainLength, longTexts, media, inputs } = outline;
  if (mainLength >= littleText || longTexts > 0 || inputs > 0) return undefined;
  const isEmpty = mainLength === 0 && media === 0 && outline.headings === '';
  const scanned = html.slice(0, maxScanned);
  const hasRoot = emptyRoot.test(scanned) || namedRoot.test(scanned);
  if (!hasRoot && !scriptNotice.test(scanned) && !isEmpty) return undefined;
  return { hasData: dataScript.test(html) || dataTag.test(html) };
}

/** Whether a page has more links than so many, as `readOutline` counts them: it ends with the first one too many. */
export function hasMoreLinks(html: string, most: number): boolean {
  const tag = /<(?:(!--)|(a|script|style)[\s/>])/gi;
  let found = 0;
  for (let match = tag.exec(html); match !== null; match = tag.exec(html)) {
    const name = (match[1] ?? match[2] ?? '').toLowerCase();
    if (name === 'a') {
      found += 1;
      if (found > most) return true;
      continue;
    }
    const end = findEnd(html, name, tag.lastIndex);
    if (end === -1) return false;
    tag.lastIndex = end;
  }
  return false;
}

/** Where a comment ends, or what no markup is read in. */
function findEnd(html: string, name: string, from: number): number {
  if (name === '!--') return html.indexOf('-->', from);
  const end = html.indexOf(`</${name}`, from);
  return end === -1 ? html.toLowerCase().indexOf(`</${name}`, from) : end;
}

/** Whether so many long texts stand in blocks of their own: needs no parsing, and is true of most pages. */
export function holdsTexts(html: string, least: number): boolean {
  let found = 0;
  for (const _block of html.matchAll(textBlock)) {
    found += 1;
    if (found >= least) return true;
  }
  return false;
}

/** Counts of what a page contains; enough to distinguish a wall from a page. */
export interface PageOutline {
  readonly title: string;
  /** Text of all `<h1>` and `<h2>`, one heading a line. */
  readonly headings: string;
  /** Text outside navigation, header, footer, forms and hidden elements; cut at `maxKeptText`. */
  readonly mainText: string;
  /** Characters of main text, those beyond the cut included. */
  readonly mainLength: number;
  /** Number of main texts that have at least the length of a sentence (`longTextLength`). */
  readonly longTexts: number;
  /** Text of forms, with that of their `<label>`s and buttons. */
  readonly formText: string;
  readonly passwordInputs: number;
  /** Those of them in a header, a menu or another part around the page. */
  readonly framedPasswords: number;
  /** Inputs for people: not hidden ones, buttons or captcha fields. */
  readonly inputs: number;
  readonly links: number;
  /** Images, videos, canvases and similar elements outside navigation, header and footer. */
  readonly media: number;
  readonly scripts: number;
}

/** Characters of a sentence in a block of its own. Block pages rarely have two; see `findObstacle`. */
const longTextLength = 80;

const maxKeptText = 4_000;

const maxLevel = 1_000;

const unshownTags: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
]);
const frameTags: ReadonlySet<string> = new Set(['header', 'nav', 'footer', 'aside', 'dialog']);
const mediaTags: ReadonlySet<string> = new Set([
  'img',
  'picture',
  'video',
  'audio',
  'canvas',
  'object',
]);
const inertInputs: ReadonlySet<string> = new Set(['hidden', 'submit', 'button', 'image', 'reset']);
const headingTags: ReadonlySet<string> = new Set(['h1', 'h2']);

/**
 * Returns the outline of a page: one pass over its text, no tree. It ends where `isEnough` is true of the main text so far, with the
 * counts up to there.
 */
export function readOutline(
  html: string,
  isEnough: (soFar: Pick<PageOutline, 'longTexts' | 'mainLength'>) => boolean = () => false,
): PageOutline {
  const depth = { unshown: 0, frame: 0, form: 0, title: 0, heading: 0 };
  const text = { title: '', headings: '', main: '', form: '' };
  const count = {
    main: 0,
    long: 0,
    password: 0,
    framed: 0,
    input: 0,
    link: 0,
    media: 0,
    script: 0,
  };
  let piece = 0;
  let level = 0;

  function countTag(tag: string, step: 1 | -1): void {
    if (unshownTags.has(tag)) depth.unshown += step;
    else if (frameTags.has(tag)) depth.frame += step;
    else if (tag === 'form') depth.form += step;
    else if (tag === 'title') depth.title += step;
    else if (headingTags.has(tag)) depth.heading += step;
  }

  function endPiece(): void {
    if (piece >= longTextLength) {
      count.long += 1;
      if (isEnough({ longTexts: count.long, mainLength: count.main })) parser.pause();
    }
    piece = 0;
  }

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        countTag(tag, 1);
        level += 1;
        // The parser's time grows with the square of the depth. No wall is nested this deeply,
        // so the rest is not read.
        if (level > maxLevel) parser.pause();
        if (!inlineTags.has(tag)) endPiece();
        if (headingTags.has(tag)) text.headings += '\n';
        if (tag === 'script') count.script += 1;
        else if (tag === 'a') count.link += 1;
        else if (mediaTags.has(tag) && depth.frame === 0) count.media += 1;
        else if (tag === 'input' || tag === 'textarea' || tag === 'select') {
          const type = (attributes['type'] ?? 'text').toLowerCase();
          if (type === 'password') {
            count.password += 1;
            if (depth.frame > 0) count.framed += 1;
          }
          if (!inertInputs.has(type) && !/captcha/i.test(attributes['name'] ?? ''))
            count.input += 1;
        }
      },
      onclosetag(tag) {
        countTag(tag, -1);
        level -= 1;
        if (!inlineTags.has(tag)) endPiece();
      },
      ontext(data) {
        if (depth.title > 0 && depth.unshown === 0) text.title = append(text.title, data);
        if (depth.unshown > 0 || depth.title > 0) return;
        if (depth.heading > 0) text.headings = append(text.headings, data);
        if (depth.form > 0) text.form = append(text.form, data);
        if (depth.form > 0 || depth.frame > 0) return;
        const length = data.trim().length;
        count.main += length;
        piece += length;
        text.main = append(text.main, data);
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html);
  endPiece();
  return {
    title: fold(text.title),
    headings: text.headings.split('\n').map(fold).filter(Boolean).join('\n'),
    mainText: fold(text.main),
    mainLength: count.main,
    longTexts: count.long,
    formText: fold(text.form),
    passwordInputs: count.password,
    framedPasswords: count.framed,
    inputs: count.input,
    links: count.link,
    media: count.media,
    scripts: count.script,
  };
}

// Tags that do not end a sentence.
const inlineTags: ReadonlySet<string> = toWordSet(
  'a abbr b bdi bdo br cite code em font i img kbd mark q s samp small span strong sub sup time u var wbr',
);

function append(text: string, data: string): string {
  return text.length >= maxKeptText ? text : `${text}${data.slice(0, maxKeptText)}`;
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
