import type { Page } from '../../runtime/contracts/fetcher.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import { type PageBody, failedStatus } from './read-body.ts';
import { readOutline, type PageOutline } from './find-shell.ts';

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
  if (status < 400 && (isObviouslyRich(html) || !mayBeWall(input, html))) return undefined;

  const outline = readOutline(html);
  const isRich = outline.mainLength >= richTextLength && outline.longTexts >= richLongTexts;
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

const blockingHeaders = ['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action'] as const;

function findByHeaders(
  status: number,
  headers: Readonly<Record<string, string>>,
): Obstacle | undefined {
  const header = blockingHeaders.find((name) => headers[name] !== undefined);
  if (header !== undefined) return { reason: 'page_blocked', why: `header ${header}` };
  if (status === 429) return { reason: 'page_blocked', why: 'too many requests, HTTP status 429' };
  if (status === 401 || status === 407) {
    return { reason: 'login_required', why: `HTTP status ${status}` };
  }
  return undefined;
}

// A count that needs no parsing. Most pages of the web reach it and are not examined further.
const obviousTexts = 8;
const textBlock = /<(?:p|li|td|dd|h[1-6])\b[^<>]{0,300}>[^<]{80,}/gi;

function isObviouslyRich(html: string): boolean {
  let found = 0;
  for (const _block of html.matchAll(textBlock)) {
    found += 1;
    if (found >= obviousTexts) return true;
  }
  return false;
}

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
  const signs: readonly (readonly [why: string, weight: number, holds: boolean])[] = [
    [`${vendor ?? 'no'} challenge markup`, 0.7, vendor !== undefined],
    ['wording of a block page', 0.6, mainLength < 300 && strongPhrase.test(text)],
    ['title of a block page', 0.4, hasWallTitle],
    ['heading of a block page', 0.25, hasWallHeading],
    ['mention of a block', 0.35, !isRich && weakPhrase.test(text)],
    [`HTTP status ${status}`, 0.35, status === 403 || status === 405 || status === 503],
    ['captcha', outline.inputs >= 3 ? 0.1 : 0.3, captchaWidget.test(html)],
    ['maintenance', -0.4, maintenance.test(text)],
    ['a paragraph to read', -0.3, status < 400 && mainLength >= 150 && longTexts > 0],
  ];
  const held = signs.filter(([, , holds]) => holds);
  const score = held.reduce((sum, [, weight]) => sum + weight, 0);
  // An error page with much text (a whole shop around "not found") is a wall only by challenge
  // markup or a wall's title.
  if (isRich && vendor === undefined && !hasWallTitle) return undefined;
  const why = held.flatMap(([name, weight]) => (weight > 0 ? [name] : [])).join(', ');
  return score >= wallFrom ? { reason: 'page_blocked', why } : undefined;
}

/** Longer titles are headlines, not names of walls. */
const maxWallTitle = 60;

function findLogin(
  { url }: FindObstacleInput,
  { title, headings, mainText, formText, passwordInputs, inputs }: PageOutline,
  isRich: boolean,
): Obstacle | undefined {
  if (isRich) return undefined;
  const hasLoginTitle =
    title.split(/\s[|–—-]\s/).some((part) => loginTitle.test(part)) ||
    headings.split('\n').some((line) => line.length < maxWallTitle && loginTitle.test(line));
  const signs: readonly (readonly [why: string, weight: number, holds: boolean])[] = [
    ['password field', 0.5, passwordInputs > 0],
    ['address of a login page', 0.4, loginPath.test(pathOf(url))],
    ['title of a login page', 0.25, hasLoginTitle],
    ['asks to log in', 0.3, loginPhrase.test(`${headings} ${mainText} ${formText}`)],
    ['form for a user name', 0.25, passwordInputs === 0 && inputs === 1 && hasLoginTitle],
    // The box stands beside other content: a shop's front page, a forum's index.
    ['other content', -0.3, mainText.length >= richTextLength],
  ];
  const held = signs.filter(([, , holds]) => holds);
  const score = held.reduce((sum, [, weight]) => sum + weight, 0);
  const why = held.flatMap(([name, weight]) => (weight > 0 ? [name] : [])).join(', ');
  return score >= wallFrom ? { reason: 'login_required', why } : undefined;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : '';
}

/**
 * Wording and markup of walls. Each was seen on walls of many sites; none is the name of a site with pages of its own.
 */

/**
 * Markup that makers of bot protection put on their challenge and block pages, and not on the pages behind them. The
 * markup is generated, so its case never varies.
 */
const challengeMarkup: readonly (readonly [vendor: string, pattern: RegExp])[] = [
  [
    'Cloudflare',
    /_cf_chl_opt|\/cdn-cgi\/challenge-platform\/[^"'\s]{0,80}\/orchestrate\/|cf-error-(?:code|details)|id=["']?challenge-(?:running|stage|form)\b/,
  ],
  ['PerimeterX', /id=["']?px-captcha|_pxBlockedUrl|_pxUuid\b/],
  ['DataDome', /captcha-delivery\.com/],
  ['Imperva', /<iframe[^<>]{0,200}_Incapsula_Resource|Incapsula incident ID/],
  [
    'AWS WAF',
    /gokuProps|awsWafCookieDomainList|AwsWafIntegration\.(?:saveReferrer|checkForceRefresh)/,
  ],
  ['Kasada', /KPSDK\.(?:scriptStart|now)/],
  ['Akamai', /errors\.edgesuite\.net|Reference(?:&#32;|\s)(?:&#35;|#)\d+(?:\.|&#46;)[\da-f]/],
  ['Sucuri', /Sucuri WebSite Firewall|cdn\.sucuri\.net\/sucuri-firewall-block/],
  ['Vercel', /\/\.well-known\/vercel\/security\//],
  ['F5', /The requested URL was rejected\. Please consult with your administrator/],
  ['Wordfence', /Generated by Wordfence/],
];

/** Phrases that each identify even a wall of two lines; the page must have next to no other text. */
const strongPhrase: RegExp =
  /verif(?:y|ying)(?: that)? you(?:'|’| a)re (?:a |not a |an? actual )?(?:human|robot|person)|(?:prove|confirm)(?: that)? you(?:'|’| a)re (?:a human|human|not a (?:ro)?bot)|checking (?:if the site connection is secure|your browser(?: before accessing)?)|(?:unusual|suspicious|automated) (?:traffic|activity|requests?|access) (?:from|has been|was|detected)|enable javascript and cookies to continue|(?:your|this) (?:ip(?: address)?|access|request) (?:to this (?:site|page) )?(?:has been|was|is) (?:temporarily )?(?:blocked|denied|banned|limited)|(?:sorry, )?you have been blocked|(?:are you|i(?:'|’| a)m not) a robot|complete the (?:security check|captcha)|solve (?:the|this) (?:captcha|puzzle)|pardon our interruption|press (?:&|and) hold to confirm|access to this page has been denied|too many requests|bist du ein mensch|êtes-vous un robot|eres un robot|не робот|подтвердите, что вы|您的访问|验证您是|ロボットではありません/i;

/** The whole title or heading of a wall; never a part of a headline. */
const wallTitle: RegExp =
  /^(?:(?:error )?(?:40[135]|429|503)\b[\s:–—-]*)?(?:just a moment|attention required|access (?:to this (?:page|site|website) (?:has been |is )?)?(?:denied|blocked|restricted|forbidden)|(?:request )?(?:blocked|forbidden|unauthori[sz]ed)|you have been blocked|are you (?:a )?(?:robot|human|bot)|(?:please )?verify you(?:'|’| a)re (?:a )?(?:human|not a robot)|human verification|(?:security|robot|bot|browser) (?:check|verification|challenge)|(?:bot|captcha) (?:check|challenge)|captcha|(?:error: )?(?:the )?request (?:could not be satisfied|rejected|was blocked)|pardon our interruption|too many requests|rate limit(?:ed| exceeded)|one more step|checking your browser|ddos(?:-guard| protection)|validation request|zugriff (?:verweigert|gesperrt)|accès (?:refusé|bloqué|interdit)|acceso (?:denegado|bloqueado)|accesso negato|acesso negado|доступ (?:запрещен|ограничен|заблокирован)|访问被拒绝|アクセスが拒否されました)(?:$|[\s.!?…|:–—-])/i;

/** Weaker signs: forms and help pages contain these phrases too. */
const weakPhrase: RegExp =
  /\baccess (?:is |was |has been )?(?:denied|restricted|blocked)|do(?:n['’]t| not) have permission to access|security (?:check|service|reasons)|\b(?:captcha|ray id|incident id|reference (?:#|id|number))|rate limit|automated (?:tools?|queries|scripts?)|(?:detected|blocked) (?:as )?(?:a )?(?:bot|robot|crawler|scraper)|disable (?:your )?(?:vpn|ad ?block)/i;

/** A captcha: a puzzle that the visitor has to solve. */
const captchaWidget: RegExp =
  /class=["']?[^"'<>]{0,100}\b(?:g-recaptcha|h-captcha|cf-turnstile|frc-captcha)\b|<(?:script|iframe)[^<>]{0,300}(?:recaptcha\/(?:api|enterprise)|hcaptcha\.com|challenges\.cloudflare\.com\/turnstile|funcaptcha|arkoselabs|geetest)|<img[^<>]{0,300}captcha/i;

/** The site is down for every visitor. */
const maintenance: RegExp =
  /\b(?:maintenance|temporarily (?:unavailable|down)|be(?:en)? back (?:soon|shortly)|upgrad(?:e|ing) (?:our|the) (?:site|system))/i;

/** Title of a login page. */
const loginTitle: RegExp =
  /^(?:(?:please |you (?:must|need to) )?(?:log|sign)[ -]?(?:in|on)\b|login\b|(?:member|user|account|customer|staff) (?:login|log in|sign in)|authentication required|authori[sz]ation required|anmeld(?:en|ung)|einloggen|connexion|se connecter|iniciar sesi[oó]n|acceder|accedi|entrar|inloggen|logga in|войти|вход|登录|登入|ログイン|サインイン|로그인)(?:$|[\s.!?…|:,–—-])/i;

const loginPhrase: RegExp =
  /\b(?:(?:log|sign)[ -]?in (?:to (?:continue|view|see|access|read|proceed|your)|with your)|(?:must|need to|have to|please) (?:be )?(?:log|sign|logged|signed)[ -]?in|(?:log|sign)[ -]?in (?:is )?required|members? only)/i;

/** Last path segment of the address of a login page. */
const loginPath: RegExp =
  /\/(?:log[-_]?in|sign[-_]?in|auth|authenticate|sso|saml2?|oauth2?|authwall|session\/new|account\/login|users\/sign_in|wp-login\.php|login\.(?:php|aspx?|jsp|html?))(?:\/(?:authorize|login|start|identifier))?\/?$/i;
