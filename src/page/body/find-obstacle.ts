import type { Page } from '../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { type PageBody, failedStatus } from './read-body.ts';
import { readOutline, type PageOutline, holdsTexts } from './find-shell.ts';
import {
  captchaWidget,
  challengeMarkup,
  hintPhrase,
  loginOffer,
  loginPath,
  loginPhrase,
  loginTitle,
  maintenance,
  strongPhrase,
  wallTitle,
  weakPhrase,
} from './wall-wording.ts';

interface FindObstacleInput {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absolute URL of the response. */
  readonly url: string;
  readonly body: Pick<PageBody, 'kind' | 'html' | 'text'>;
}

/** A wall, a login form, an error or an empty body in place of the page. */
export interface Obstacle {
  readonly reason: 'page_blocked' | 'login_required' | 'empty_page';
  /** For people: the signs that the obstacle was recognised by; no text of the page. */
  readonly why: string;
}

/** Throws unless the response is a page to read: no wall, no bare login form, no error status, not empty. */
export function checkObstacle(
  page: Pick<Page, 'headers' | 'status' | 'url'>,
  body: PageBody,
): void {
  const { status, headers, url } = page;
  const obstacle = findObstacle({ status, headers, url, body });
  if (obstacle !== undefined) {
    throw new GleanerError('validation_failed', messages[obstacle.reason](obstacle.why), {
      details: { reason: obstacle.reason, pageStatus: status },
    });
  }
  if (status < 200 || status > 299) throw failedStatus(status);
}

const messages: Readonly<Record<Obstacle['reason'], (why: string) => string>> = {
  page_blocked: (why) => `The site did not let us see the page (${why}).`,
  login_required: (why) => `The page is shown only after logging in (${why}).`,
  empty_page: (why) => `The page is empty (${why}).`,
};

/**
 * Returns the obstacle that a response is: a block or challenge page, a rate limit, a page with nothing but
 * a login form, or an empty page. `undefined` for a page with content: the wording of a wall beside other
 * content does not make it one.
 */
export function findObstacle(input: FindObstacleInput): Obstacle | undefined {
  const { status, headers, body } = input;
  const certain = findByHeaders(status, headers);
  if (certain !== undefined) return certain;
  if (body.text.trim() === '') {
    // An error without a body is reported by its status.
    return status < 400 ? { reason: 'empty_page', why: 'no text at all' } : undefined;
  }
  if (body.kind !== 'html' && body.kind !== 'xhtml') return undefined;
  const html = body.html.slice(0, maxScanned);
  if (status < 400 && (holdsTexts(html, obviousTexts) || !mayBeWall(input, html))) return undefined;

  const outline = readOutline(html, status < 400 ? hasMainText : undefined);
  const isRich = hasMainText(outline);
  if (status < 400 && isRich) return undefined;
  const wall = findBlock(input, html, outline, isRich) ?? findLogin(input, outline, isRich);
  if (wall !== undefined || status >= 400 || !isEmpty(outline, html)) return wall;
  return { reason: 'empty_page', why: 'no text, no images, no scripts' };
}

// Characters that are searched: pages have 43 bytes to 2 MB, inline data included, and signs of a
// wall stand near the top.
const maxScanned = 500_000;
// Measured on 109 real pages and 54 walls: no wall has 600 characters of main text in two or more sentences.
const richTextLength = 600;
const richLongTexts = 2;

/** What some networks answer programs with; it is in no standard. */
const deniedStatus = 999;
function hasMainText({
  mainLength,
  longTexts,
}: Pick<PageOutline, 'longTexts' | 'mainLength'>): boolean {
  return mainLength >= richTextLength && longTexts >= richLongTexts;
}

const blockingHeaders = ['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action'] as const;

function findByHeaders(
  status: number,
  headers: Readonly<Record<string, string>>,
): Obstacle | undefined {
  const header = blockingHeaders.find((name) => headers[name] !== undefined);
  if (header !== undefined) return { reason: 'page_blocked', why: `header ${header}` };
  if (status === 429) return { reason: 'page_blocked', why: 'too many requests, HTTP status 429' };
  if (status === deniedStatus) return { reason: 'page_blocked', why: `HTTP status ${status}` };
  if (status === 401 || status === 407) {
    return { reason: 'login_required', why: `HTTP status ${status}` };
  }
  return undefined;
}

// A count that needs no parsing. Most pages of the web reach it and are not examined further.
const obviousTexts = 8;

const passwordInput = /type\s{0,3}=\s{0,3}["']?password/i;
// Smaller pages are always examined: parsing them costs next to nothing, and walls are small.
const smallPage = 20_000;
// Challenge pages carry one script and a form, 1 to 40 KB; login pages may carry a whole application.
const largePage = 150_000;

function mayBeWall({ url }: FindObstacleInput, html: string): boolean {
  return (
    html.length <= smallPage ||
    loginPath.test(pathOf(url)) ||
    passwordInput.test(html) ||
    (html.length <= largePage &&
      (captchaWidget.test(html) || challengeMarkup.some(([, pattern]) => pattern.test(html))))
  );
}

function isEmpty(outline: PageOutline, html: string): boolean {
  const { mainLength, formText, inputs, links, media, scripts, headings } = outline;
  if (mainLength + formText.length + inputs + links + media + scripts + headings.length > 0) {
    return false;
  }
  // A description in the head can be extracted; a frame or a refresh leads to another page.
  return !/<(?:frame|iframe|embed|svg|meta[^<>]{0,100}(?:refresh|description|property))\b/i.test(
    html,
  );
}

// Weights and thresholds were set on 54 walls and look-alikes, then measured on 109 real pages without a false alarm.
// Just under six tenths, because sums of tenths are not exact in floating point.
const wallFrom = 0.599;

function findBlock(
  { status }: FindObstacleInput,
  html: string,
  outline: PageOutline,
  isRich: boolean,
): Obstacle | undefined {
  const { title, headings, mainText, mainLength, formText, longTexts } = outline;
  const text = `${headings} ${mainText} ${formText}`;
  const vendor = challengeMarkup.find(([, pattern]) => pattern.test(html))?.[0];
  const hasWallTitle = title.length < maxWallTitle && wallTitle.test(title);
  const hasWallHeading = headings
    .split('\n')
    .some((line) => line.length < maxWallTitle && wallTitle.test(line));
  const hasCaptcha = captchaWidget.test(html);
  // Of a form that asks for more than the letters in a picture: a newsletter, a message.
  const isOfForm = outline.inputs >= 3 || (outline.inputs > 0 && !captchaAlone.test(html));
  const maxWording = hasCaptcha && !isOfForm ? maxCaptchaWording : maxPlainWording;
  const isWorded = mainLength < maxWording && strongPhrase.test(text);
  const beside = headings
    .split('\n')
    .reduce((rest, line) => rest.replace(line, ''), `${mainText} ${formText}`);
  // Below a name like that of a wall it says something, and nothing of a wall.
  const isStated = status < 400 && !isWorded && statement.test(beside) && !weakPhrase.test(beside);
  const isHinted = mainLength < maxPlainWording && hintPhrase.test(text);
  const isAll = mainLength < maxAlone && outline.inputs === 0 && outline.links <= maxLinksBeside;
  const isMentioned = !isRich && !isStated && (isHinted || weakPhrase.test(text));
  const signs: readonly (readonly [why: string, weight: number, holds: boolean])[] = [
    [`${vendor ?? 'no'} challenge markup`, 0.7, vendor !== undefined],
    ['wording of a block page', 0.6, isWorded],
    ['title of a block page', 0.4, hasWallTitle],
    ['heading of a block page', 0.25, hasWallHeading],
    ['mention of a block', 0.35, isMentioned],
    ['nothing but that', 0.25, isHinted && isMentioned && isAll],
    [`HTTP status ${status}`, 0.35, status === 403 || status === 405 || status === 503],
    ['captcha', isOfForm ? 0.1 : 0.3, hasCaptcha],
    ['maintenance', -0.4, maintenance.test(text)],
    ['a paragraph to read', -0.3, status < 400 && mainLength >= 150 && longTexts > 0],
    ['what a name like that is of', -0.3, isStated],
  ];
  const held = signs.filter(([, , holds]) => holds);
  const score = held.reduce((sum, [, weight]) => sum + weight, 0);
  // An error page with much text (a whole shop around "not found") is a wall only by challenge
  // markup or a wall's title.
  if (isRich && vendor === undefined && !hasWallTitle) return undefined;
  const why = held.flatMap(([name, weight]) => (weight > 0 ? [name] : [])).join(', ');
  return score >= wallFrom ? { reason: 'page_blocked', why } : undefined;
}

/** Main text beside the wording of a block page: with a captcha it may explain itself at length. */
const maxPlainWording = 300;
const maxCaptchaWording = 1_500;
/** A page that says nothing but why it is not shown. */
const maxAlone = 160;
const maxLinksBeside = 3;
/** An amount of money or a year: books and songs are called as walls are. */
const statement = /\p{Sc}\s?\d|\d\s?\p{Sc}|(?<!(?:©|\(c\)|copyright)\s{0,2})\b(?:19|20)\d{2}\b/iu;
/** A picture with letters, or a form for nothing but the answer. */
const captchaAlone = /<img[^<>]{0,300}captcha|<form[^<>]{0,200}action\s?=\s?[^<>]{0,100}captcha/i;

/** Longer titles are headlines, not names of walls. */
const maxWallTitle = 60;

function findLogin(
  { url }: FindObstacleInput,
  { title, headings, mainText, formText, passwordInputs, framedPasswords, inputs }: PageOutline,
  isRich: boolean,
): Obstacle | undefined {
  if (isRich) return undefined;
  const hasLoginTitle =
    title.split(/\s[|–—-]\s/).some((part) => loginTitle.test(part)) ||
    headings.split('\n').some((line) => line.length < maxWallTitle && loginTitle.test(line));
  const text = `${headings} ${mainText} ${formText}`;
  // A page about logging in has its address and words, and no form.
  const hasForm = inputs > 0;
  const signs: readonly (readonly [why: string, weight: number, holds: boolean])[] = [
    ['password field', passwordInputs > framedPasswords ? 0.5 : 0.3, passwordInputs > 0],
    ['address of a login page', 0.4, hasForm && loginPath.test(pathOf(url))],
    ['title of a login page', 0.25, hasLoginTitle],
    ['asks to log in', 0.3, loginPhrase.test(text) || (hasForm && loginOffer.test(text))],
    ['form for a user name', 0.25, passwordInputs === 0 && inputs === 1 && hasLoginTitle],
    // The box stands beside other content: a shop's front page, a forum's index.
    ['other content', -0.3, mainText.length >= richTextLength || statement.test(mainText)],
  ];
  const held = signs.filter(([, , holds]) => holds);
  const score = held.reduce((sum, [, weight]) => sum + weight, 0);
  const why = held.flatMap(([name, weight]) => (weight > 0 ? [name] : [])).join(', ');
  return score >= wallFrom ? { reason: 'login_required', why } : undefined;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : '';
}
