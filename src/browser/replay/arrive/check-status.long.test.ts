import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import {
  type PageAnswer,
  type ServedPages,
  servePages,
} from '../../../../test/support/serve-pages.ts';

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages((url): PageAnswer => {
    const [, name = '', argument = ''] = url.pathname.split('/');
    if (name === 'status') return { status: Number(argument), body: bodies[argument] ?? plain };
    if (name === 'list')
      return Number(argument) > 2 ? { status: 404, body: plain } : list(argument);
    return routes[url.pathname];
  });
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

const titled = (body: string): string => `<!doctype html><title>Page</title><main>${body}</main>`;
const plain = titled('<p class="name">Something is wrong here.</p>');

const bodies: Readonly<Record<string, string>> = {
  401: titled('<h1>Sign in</h1>'),
  403: '<!doctype html><title>Access denied</title><h1>Access denied</h1><p>You have been blocked.</p>',
};

const list = (number: string): string =>
  titled(`<p class="name">Page ${number}</p><a class="next" href="/status/500">Next</a>`);

const routes: Readonly<Record<string, PageAnswer>> = {
  '/': titled(`<p class="name">Home</p>
    <a id="gone" href="/status/404">Gone</a>
    <a id="tab" href="/status/500" target="_blank">New tab</a>
    <select onchange="location = this.value"><option>Choose<option value="/status/503">Down</select>
    <form action="/status/410"><input></form>
    <button onclick="setTimeout(() => { location = '/status/404'; }, 400)">Late</button>
    <a id="file" href="/file">File</a> <a id="broken" href="/broken">Broken</a>`),
  '/hop': { status: 302, headers: { location: '/status/404' } },
  '/meta': '<meta http-equiv="refresh" content="0;url=/status/404">',
  '/script': titled('<script>setTimeout(() => location.replace("/status/404"), 50)</script>'),
  '/mended': { status: 404, body: titled('<script>location.replace("/")</script>') },
  '/framed': titled(
    '<p class="name">Around</p><iframe src="/status/404"></iframe><iframe src="/inner"></iframe>',
  ),
  '/inner': titled('<a href="/status/404">Inner</a><p class="name">In the frame</p>'),
  '/broken': { status: 500, headers: { 'content-disposition': 'attachment' } },
  '/file': {
    headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' },
  },
};

const open = (path: string, members: object = {}): object => ({
  type: 'navigate',
  url: pages.origin + path,
  ...members,
});
const click = (selector: string, members: object = {}): object => ({
  type: 'click',
  selectors: [selector],
  ...members,
});
const read = (members: object = {}): object => ({
  type: 'customStep',
  name: 'extract',
  parameters: { fields: { name: { selectors: ['.name'] } } },
  ...members,
});

const paginate = (parameters: object): object => ({
  type: 'customStep',
  name: 'paginate',
  parameters,
});

const play = (...steps: readonly object[]): Promise<Replay> => replaySteps(browser, steps);
const failure = (...steps: readonly object[]): Promise<unknown> =>
  play(...steps).then(
    ({ items }) => items,
    (error: unknown) => error,
  );

const isStatus = (status: number, reason: string, message: RegExp): object => ({
  code: 'validation_failed',
  details: { reason, pageStatus: status },
  message: expect.stringMatching(message),
});

describe('an error page fails the step that loads it', () => {
  test.each([
    [400, 'fetch_failed', /check what the step opens or sends/],
    [401, 'login_required', /wants a log-in: put its steps before/],
    [403, 'page_blocked', /refuses this visitor: log in first/],
    [404, 'fetch_failed', /^Step 1 \(navigate\) was answered with HTTP status 404\. Check the URL/],
    [410, 'fetch_failed', /taken away for good/],
    [429, 'page_blocked', /counts requests: run the recipe later/],
    [500, 'fetch_failed', /fault of its own: try again later/],
    [503, 'fetch_failed', /overloaded or closed for maintenance/],
  ])('a navigate to %i', async (status, reason, message) => {
    const error = await failure(open(`/status/${status}`), read());
    expect(error).toMatchObject(isStatus(status, reason, message));
    expect(String(error)).toContain(`give the step "expectStatus": ${status}.`);
  });

  test.each([
    ['a click', () => [click('#gone')], 404],
    ['a change', () => [{ type: 'change', selectors: ['select'], value: '/status/503' }], 503],
    ['a key', () => [click('input'), { type: 'keyDown', key: 'Enter' }], 410],
  ])('%s', async (_, steps, status) => {
    const error = await failure(open('/'), ...steps(), read());
    expect(error).toMatchObject({ details: { pageStatus: status } });
  });

  test('at the end of redirects, by the server and by the page', async () => {
    for (const path of ['/hop', '/meta', '/script']) {
      expect(await failure(open(path), read())).toMatchObject({ details: { pageStatus: 404 } });
    }
  });

  test('that comes after the step’s end, before the next step is taken', async () => {
    const wait = { type: 'waitForElement', selectors: ['.name'], timeout: 2_000 };
    const slow = { type: 'waitForElement', selectors: ['button'], count: 0, operator: '==' };
    expect(await failure(open('/'), click('button'), slow, wait, read())).toMatchObject(
      isStatus(404, 'fetch_failed', /^Step 3 /),
    );
  });

  test('of the browser, for a page that does not come', async () => {
    expect(await failure(open('/'), click('#broken'), read())).toMatchObject({
      details: { reason: 'fetch_failed' },
      message: expect.stringMatching(/^Step 2 \(click\) led to a page that could not be opened/),
    });
  });

  test('in a popup, at the first step that works in it', async () => {
    const target = `${pages.origin}/status/500`;
    expect(await failure(open('/'), click('#tab'), read())).toEqual([{ name: 'Home' }]);
    expect(await failure(open('/'), click('#tab'), read({ target }))).toMatchObject(
      isStatus(500, 'fetch_failed', /^Step 3 \(extract\)/),
    );
  });

  test('in the frame it works in, and in no other', async () => {
    expect(await failure(open('/framed'), read())).toEqual([{ name: 'Around' }]);
    const frame = [1];
    expect(await failure(open('/framed'), read({ frame }))).toEqual([{ name: 'In the frame' }]);
    expect(await failure(open('/framed'), read({ frame: [0] }))).toMatchObject(
      isStatus(404, 'fetch_failed', /^Step 2 \(extract\)/),
    );
    const followed = await failure(open('/framed'), click('a', { frame }), read({ frame }));
    expect(followed).toMatchObject({ details: { pageStatus: 404 } });
  });
});

describe('what is no error page', () => {
  test('an error page that leads on to another one', async () => {
    expect(await failure(open('/mended', { expectStatus: [200, 404] }), read())).toEqual([
      { name: 'Home' },
    ]);
  });

  test('a refused download', async () => {
    const { items, warnings } = await play(open('/'), click('#file'), read());
    expect(items).toEqual([{ name: 'Home' }]);
    expect(warnings).toEqual([expect.stringContaining('a download was refused')]);
  });

  test('the page behind the last one of a pagination', async () => {
    const template = paginate({ urlTemplate: `${pages.origin}/list/{page}` });
    const past = await play(open('/list/1'), read(), template, click('p', { timeout: 500 }));
    expect(past).toMatchObject({ end: 'empty_page', items: [{}, {}] });
    const next = await play(open('/list/1'), read(), paginate({ next: '.next' }));
    expect(next).toMatchObject({ end: 'page_error', items: [{ name: 'Page 1' }] });
    const broken = await play(open('/'), read(), paginate({ next: '#broken' }));
    expect(broken).toMatchObject({ end: 'page_error', items: [{ name: 'Home' }] });
  });
});

describe('an expected status', () => {
  test('lets its error page be read', async () => {
    const expectStatus = 404;
    const wanted = [{ name: 'Something is wrong here.' }];
    const opened = await play(open('/status/404', { expectStatus }), read());
    expect([opened.items, opened.warnings]).toEqual([wanted, []]);
    const clicked = await play(open('/'), click('#gone', { expectStatus: [404, 410] }), read());
    expect([clicked.items, clicked.warnings]).toEqual([wanted, []]);
    const target = `${pages.origin}/status/500`;
    const popup = [click('#tab', { expectStatus: 500 }), read({ target })];
    expect((await play(open('/'), ...popup)).items).toEqual(wanted);
    expect((await play(open('/script', { expectStatus }), read())).items).toEqual(wanted);
  });

  test('is of its own step alone', async () => {
    const steps = [open('/status/404', { expectStatus: 404 }), open('/status/404'), read()];
    expect(await failure(...steps)).toMatchObject(isStatus(404, 'fetch_failed', /^Step 2/));
  });

  test('does not let another error page pass', async () => {
    const steps = [open('/status/500', { expectStatus: 404 }), read()];
    expect(await failure(...steps)).toMatchObject(isStatus(500, 'fetch_failed', /^Step 1/));
  });

  test('is reported where the page has another, and where none was loaded', async () => {
    const { items, warnings } = await play(
      open('/', { expectStatus: 404 }),
      click('p', { expectStatus: [404, 410] }),
      read(),
    );
    expect(items).toEqual([{ name: 'Home' }]);
    expect(warnings).toEqual([
      'Step 1 (navigate) expects HTTP status 404 and was answered with 200.',
      'Step 2 (click) expects HTTP status 404 or 410 and loaded no page.',
    ]);
  });
});
