import { describe, expect, test } from 'vitest';
import { workRatioOf } from '../../../test/support/work-ratio-of.ts';
import type { Page } from '../../runtime/contracts/fetcher.ts';
import { checkObstacle, findObstacle, type Obstacle } from './find-obstacle.ts';
import { readBody } from './read-body.ts';

interface Given {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly html: string;
}

function pageOf({ status = 200, headers = {}, url = 'https://shop.example/a', html }: Given): Page {
  return {
    url,
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: Buffer.from(html),
  };
}

function find(given: Given): Obstacle | undefined {
  const page = pageOf(given);
  return findObstacle({ ...page, body: readBody(page) });
}

const sentence =
  'The harbour master writes down every boat that comes in before the lamp is lit in the evening. ';
const paragraphs = `<p>${sentence}</p>`.repeat(12);

function doc(title: string, body: string): string {
  return `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
}

const walls: readonly (readonly [string, Given])[] = [
  [
    'a challenge by script',
    {
      status: 403,
      html: doc(
        'Just a moment...',
        '<noscript>Enable JavaScript and cookies to continue</noscript><script>window._cf_chl_opt={cvId:"3"}</script>',
      ),
    },
  ],
  [
    'a challenge by script that answers 200',
    { html: doc('shop.example', '<script>window._cf_chl_opt={cvId:"3"}</script>') },
  ],
  [
    'a firewall that explains itself at length',
    {
      status: 403,
      html: doc(
        'Attention Required! | Cloudflare',
        `<div id="cf-error-details"><h1>Sorry, you have been blocked</h1>${paragraphs}</div>`,
      ),
    },
  ],
  [
    'a puzzle to press and hold',
    { html: doc('Access to this page has been denied', '<div id="px-captcha"></div>') },
  ],
  [
    'a puzzle in a frame',
    {
      html: doc(
        'shop.example',
        '<p>Please enable JS</p><iframe src="https://geo.captcha-delivery.com/captcha/?x=1"></iframe>',
      ),
    },
  ],
  [
    'a frame of an incident',
    {
      html: '<html><body><iframe src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful.</iframe></body></html>',
    },
  ],
  [
    'a refusal with a reference',
    {
      status: 403,
      html: "<html><head><title>Access Denied</title></head><body><h1>Access Denied</h1>You don't have permission to access this.<p>Reference&#32;&#35;18&#46;5f2e</p></body></html>",
    },
  ],
  [
    'a captcha page that answers 200',
    {
      html: doc(
        'Are you a robot?',
        '<h1>Please verify you are a human</h1><p>We have noticed unusual traffic from your network.</p><form><div class="g-recaptcha"></div><button>Continue</button></form>',
      ),
    },
  ],
  [
    'a captcha with an image and an answer',
    {
      html: doc(
        'Robot Check',
        '<form><p>Enter the characters you see below</p><img src="/captcha/x.jpg"><input name="field"><button>Go on</button></form>',
      ),
    },
  ],
  ['a rate limit by status', { status: 429, html: doc('Slow down', paragraphs) }],
  [
    'a rate limit that answers 200',
    { html: doc('Too many requests', '<h1>Too many requests</h1>') },
  ],
  ['a header that says so', { status: 403, headers: { 'cf-mitigated': 'challenge' }, html: 'x' }],
  [
    'a header that says so with 202',
    { status: 202, headers: { 'x-amzn-waf-action': 'challenge' }, html: '' },
  ],
  ['a status that networks give to programs', { status: 999, html: doc('x', '<p>denied</p>') }],
  [
    'a robot check that does not say captcha',
    {
      html: doc(
        'Shop',
        "<h4>Enter the letters you see below</h4><p>We just need to make sure you're not a robot.</p><form action=/validateCaptcha><img src=/x.jpg><input name=a></form>",
      ),
    },
  ],
  [
    'a captcha that explains itself',
    {
      html: doc(
        'Sorry',
        `<p>Our systems have detected unusual traffic from your network.</p><p>${sentence.repeat(4)}</p><form><div class="g-recaptcha"></div></form>`,
      ),
    },
  ],
  [
    'a proof of work',
    { html: doc('Wait', '<h1>One moment</h1><script id="anubis_challenge">{}</script>') },
  ],
  [
    'a script of a challenge that names its host',
    {
      html: doc('shop.example', "<script>var dd={'host':'geo.captcha-delivery.com'}</script>"),
    },
  ],
  [
    'a page that asks who one is',
    {
      html: doc(
        'Security Measure',
        '<h1>Security Measure</h1><p>Please verify yourself to continue</p>',
      ),
    },
  ],
  [
    'a connection to verify',
    { html: '<p>Your connection needs to be verified before you can proceed</p>' },
  ],
  [
    'a limit in words',
    { html: doc('Wait', '<p>You are being rate limited. Try again in 30 seconds.</p>') },
  ],
  [
    'a page for other countries',
    { html: doc('Video', '<p>This video is not available in your country.</p>') },
  ],
  [
    'a question in German',
    { html: doc('Shop', '<p>Bitte zeigen Sie, dass Sie kein Roboter sind.</p>') },
  ],
  ['a question in Chinese', { html: doc('验证码拦截', '<p>请拖动下方滑块完成验证</p>') }],
  ['a question in Korean', { html: doc('확인', '<p>자동입력 방지문자를 입력하세요</p>') }],
  [
    'a wall in German',
    { status: 403, html: doc('Zugriff verweigert', '<h1>Zugriff verweigert</h1>') },
  ],
];

const logins: readonly (readonly [string, Given])[] = [
  ['a status that says so', { status: 401, html: doc('Hello', paragraphs) }],
  [
    'a login form alone',
    {
      html: doc(
        'Sign in – Library',
        '<h1>Sign in</h1><form><input name="user"><input type="password"><button>Sign in</button></form>',
      ),
    },
  ],
  [
    'a login form at a login address',
    {
      url: 'https://shop.example/users/sign_in',
      html: doc('Shop', '<form><input name="user"><input type="password"></form>'),
    },
  ],
  [
    'the first of two steps',
    {
      url: 'https://id.example/login',
      html: doc(
        'Log in',
        '<form><label>E-mail</label><input type="email"><button>Next</button></form>',
      ),
    },
  ],
  [
    'a form that logs into a network',
    {
      html: doc(
        'Log into Network',
        '<h1>Log into Network</h1><form><input name=email><input type=password><button>Log in</button></form>',
      ),
    },
  ],
  [
    'a shop behind a password',
    {
      html: doc(
        'Shop',
        '<p>Opening soon. Enter using password</p><form><input type=password><button>Enter</button></form>',
      ),
    },
  ],
  [
    'a teaser below a header with the form',
    {
      html: doc(
        'Report',
        '<header><form><input><input type=password></form></header><p>Please log in to continue.</p>',
      ),
    },
  ],
  [
    'a teaser that asks to log in',
    {
      html: doc(
        'Report | Log in',
        '<h1>Members only</h1><p>Please log in to continue.</p><form><input><input type=password></form>',
      ),
    },
  ],
];

const pages: readonly (readonly [string, Given])[] = [
  ['an article', { html: doc('Boats', paragraphs) }],
  [
    'an article about captchas',
    {
      html: doc(
        'CAPTCHA',
        `<h1>CAPTCHA</h1><p>Are you a robot? Verify you are human.</p>${paragraphs}`,
      ),
    },
  ],
  [
    'an article about a block page',
    {
      html: doc(
        'Access denied: what it means',
        `<h1>Access denied</h1><p>You have been blocked. Reference #18.5f2e</p>${paragraphs}`,
      ),
    },
  ],
  [
    'an article that shows challenge markup',
    {
      html: doc(
        'How challenges work',
        `${paragraphs}<pre>window._cf_chl_opt = {}; id="px-captcha"</pre>`,
      ),
    },
  ],
  [
    'a sensor of a bot protection on a served page',
    {
      html: doc(
        'Shop',
        '<h1>Lamp</h1><p>€ 12</p><script>window._pxAppId="PX1";window.__CF$cv$params={r:"1"}</script><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
      ),
    },
  ],
  [
    'a contact form with a captcha',
    {
      html: doc(
        'Contact',
        '<h1>Contact us</h1><p>Write to us.</p><form><input name=name><input name=email><textarea name=text></textarea><div class="g-recaptcha"></div><button>Send</button></form>',
      ),
    },
  ],
  [
    'a shop with a small login box',
    {
      html: doc(
        'Shop',
        `<header><form><input name=user><input type=password><button>Log in</button></form></header><main>${paragraphs}</main>`,
      ),
    },
  ],
  [
    'a short product page with a login box',
    {
      html: doc(
        'Lamp | Shop',
        '<header><form><input name=user><input type=password><button>Go</button></form></header><h1>Lamp</h1><p>€ 12.00</p><p>In stock</p>',
      ),
    },
  ],
  [
    'a book that is called as a wall is',
    { html: doc('Are You Human? | Books', '<h1>Are You Human?</h1><p>by Ann Lee</p><p>£8.99</p>') },
  ],
  [
    'a song that is called as a wall is',
    { html: doc('Access Denied', '<h1>Access Denied</h1><p>by The Doors, 1967</p>') },
  ],
  [
    'a newsletter with a captcha',
    {
      html: doc(
        'Lamps',
        '<h1>Lamps</h1><p>For security reasons we call back.</p><form><input name=email><div class="g-recaptcha"></div></form>',
      ),
    },
  ],
  [
    'a page that connects to the host of challenges',
    {
      html: doc(
        'Lamp',
        '<link rel=preconnect href="https://ct.captcha-delivery.com"><h1>Lamp</h1><p>A lamp of ash.</p>',
      ),
    },
  ],
  [
    'a product whose header has a login form, as its title says',
    {
      html: doc(
        'Lamp | Sign in',
        '<header><form><input><input type=password><button>Log in</button></form></header><h1>Lamp</h1>',
      ),
    },
  ],
  [
    'a thread that asks to log in for a reply',
    {
      html: doc(
        'Lamps flicker',
        '<header><form><input><input type=password></form></header><h1>Lamps flicker</h1><p>Mine do.</p><p>You must log in to reply.</p>',
      ),
    },
  ],
  [
    'a page about logging in',
    {
      url: 'https://docs.example/auth',
      html: doc('Auth', '<h1>Auth</h1><p>Sign in with your key: send it in the header.</p>'),
    },
  ],
  [
    'a page about what members have',
    {
      url: 'https://shop.example/sso',
      html: doc('Plans', '<h1>Single sign-on</h1><p>Plans from $8. Members only feature.</p>'),
    },
  ],
  [
    'a wine that asks for the age',
    { html: doc('Rioja', '<h1>Rioja</h1><p>€14</p><div>Are you over 18? Yes No</div>') },
  ],
  [
    'a product that is not sent everywhere',
    {
      html: doc(
        'Lamp',
        '<h1>Lamp</h1><p>£20</p><p>Collection is not available in your region.</p>',
      ),
    },
  ],
  [
    'a form that asks for a sum',
    {
      html: doc(
        'Contact',
        '<h1>Contact</h1><form><input name=mail><p>To make sure you are human, answer 2+3</p><input name=sum></form>',
      ),
    },
  ],
  [
    'a German form',
    {
      html: doc(
        'Kontakt',
        '<h1>Kontakt</h1><form><input name=mail><label>Ich bin kein Roboter</label><div class="frc-captcha"></div></form>',
      ),
    },
  ],
  [
    'an article with comments behind a captcha',
    {
      html: doc(
        'Ferries',
        `<h1>Ferries</h1><p>${sentence.repeat(4)}</p><form><textarea></textarea><p>Please complete the captcha</p><div class="g-recaptcha"></div></form>`,
      ),
    },
  ],
  [
    'a shop with prices and a password box',
    {
      html: doc(
        'Shop',
        '<p>Lamp £20.00</p><form>Enter using password <input type=password></form>',
      ),
    },
  ],
  ['a very short page', { html: '<p>Price: 12</p>' }],
  ['a list of links', { html: doc('Index', '<ul><li><a href=a>a</a><li><a href=b>b</a></ul>') }],
  [
    'a page that needs scripts',
    { html: doc('App', '<div id="root"></div><script src="/app.js"></script>') },
  ],
  ['a picture', { html: doc('', '<img src=a.png alt="A lamp">') }],
  ['a frameset', { html: '<html><frameset><frame src=a.html></frameset></html>' }],
  [
    'a blog post with a headline like a wall',
    {
      html: doc(
        'Just a moment in the harbour',
        `<h1>Just a moment in the harbour</h1>${paragraphs}`,
      ),
    },
  ],
  [
    'a table of requests',
    {
      html: doc(
        'Rate limits',
        `<h1>Rate limits</h1><table>${'<tr><td>GET</td><td>too many requests after 100</td></tr>'.repeat(40)}</table>`,
      ),
    },
  ],
];

describe('a wall is distinguished from a page', () => {
  test.each(walls)('%s', (_name, given) => {
    expect(find(given)).toMatchObject({ reason: 'page_blocked' });
  });

  test.each(logins)('%s', (_name, given) => {
    expect(find(given)).toMatchObject({ reason: 'login_required' });
  });

  test.each([
    ['no byte', ''],
    ['white space', ' \n\t\uFEFF '],
    ['tags without anything in them', doc('', '<div></div>')],
  ])('an empty page: %s', (_name, html) => {
    expect(find({ html })).toMatchObject({ reason: 'empty_page' });
  });
});

describe('a page is not taken for a wall', () => {
  test.each(pages)('%s', (_name, given) => {
    expect(find(given)).toBeUndefined();
  });

  test('an answer without a body and without a type is empty, not unreadable', () => {
    const page = { ...pageOf({ status: 204, html: '' }), headers: {} };
    expect(findObstacle({ ...page, body: readBody(page) })).toMatchObject({ reason: 'empty_page' });
  });

  test('JSON that speaks of captchas', () => {
    const page = {
      ...pageOf({ html: '{"title":"Are you a robot?"}' }),
      headers: { 'content-type': 'application/json' },
    };
    expect(findObstacle({ ...page, body: readBody(page) })).toBeUndefined();
  });
});

describe('what stands in the way ends in a typed failure', () => {
  test.each([
    [{ status: 404, html: doc('Not found', '<h1>Not found</h1>') }, 'fetch_failed'],
    [{ status: 404, html: '' }, 'fetch_failed'],
    [{ status: 410, html: doc('Gone', paragraphs) }, 'fetch_failed'],
    [{ status: 500, html: doc('Oops', '<h1>Something broke</h1>') }, 'fetch_failed'],
    [
      {
        status: 503,
        html: doc('Down', '<h1>Down for maintenance</h1><p>Security check of our pumps.</p>'),
      },
      'fetch_failed',
    ],
    [{ status: 403, html: doc('Members', '<h1>You may not see this page</h1>') }, 'fetch_failed'],
    [{ status: 304, html: 'x' }, 'fetch_failed'],
    [{ status: 429, html: '' }, 'page_blocked'],
    [{ status: 401, html: '' }, 'login_required'],
    [{ status: 407, html: '' }, 'login_required'],
    [{ status: 204, html: '' }, 'empty_page'],
  ])('%j: %s, with the status', (given, reason) => {
    const page = pageOf(given);
    expect(() => checkObstacle(page, readBody(page))).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        details: { reason, pageStatus: given.status },
      }),
    );
  });

  test('a message repeats nothing of the page', () => {
    const page = pageOf({
      html: doc('Access denied', '<h1>Access denied</h1><p>token-4711 you have been blocked</p>'),
    });
    expect(() => checkObstacle(page, readBody(page))).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('4711') as string }),
    );
  });

  test.each([
    ['tags that never end', '<p '.repeat(400_000)],
    ['words of walls', 'captcha <script '.repeat(100_000)],
    ['deep nesting', '<div>'.repeat(200_000)],
    ['headings', '<h1>access'.repeat(50_000)],
  ])('%s are judged in time that grows with their size only', (_name, html) => {
    // Quadratic behaviour would take minutes here; 100 times the usual time is no sign of it.
    expect(workRatioOf(() => find({ html: `<input type=password>${html}` }))).toBeLessThan(1_500);
  });
});
