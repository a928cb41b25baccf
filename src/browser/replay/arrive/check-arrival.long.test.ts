import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import {
  serveApplication,
  type ServedApplication,
} from '../../../../test/support/serve-application.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

let desk: ServedApplication;
let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages((url) => routes[url.pathname]);
  browser = loopbackBrowser();
});

beforeEach(async () => {
  desk = await serveApplication('boathouse');
  return () => desk.close();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

const form = `<label>User <input id="user"></label><label>Password <input id="password" type="password"></label>
  <button>Sign in</button><p class="guest">nobody</p>`;

/** Log-ins whose form a script sends: the first is taken after a while, the second never. */
const routes: Readonly<Record<string, string>> = {
  '/taken': `<form onsubmit="return false">${form}</form><script>
    document.querySelector('button').onclick = () => setTimeout(() => {
      document.querySelector('form').innerHTML = '<p class="guest">Marit</p>';
    }, 300);</script>`,
  '/routed': `<form onsubmit="return false">${form}</form><script>
    document.querySelector('button').onclick = () => setTimeout(() => { location.hash = '#/desk'; }, 100);</script>`,
  '/refused': `<form onsubmit="return false">${form}</form>`,
};

const asserting = (url: string): object => ({
  assertedEvents: [{ type: 'navigation', url, title: 'A title that is no longer there' }],
});
const open = (url: string, members: object = {}): object => ({ type: 'navigate', url, ...members });
const change = (selector: string, value: string): object => ({
  type: 'change',
  selectors: [selector],
  value,
});
const signIn = (members: object = {}): object => ({
  type: 'click',
  selectors: ['main button', 'button'],
  ...members,
});
const extract = {
  type: 'customStep',
  name: 'extract',
  parameters: { fields: { guest: { selectors: ['.guest'] } } },
};

const variables = { user: 'marit@boathouse.example', password: 'oarlock-and-thole' };

type Values = Readonly<Record<string, string>>;

const play = (values: Values, ...steps: readonly object[]): Promise<Replay> =>
  replaySteps(browser, steps, { variables: values });

/** Signs in at a page, with members of the step that sends the form. */
const logIn = (page: string, sends: object = {}): readonly object[] => [
  open(page),
  change('#user', '{{user}}'),
  change('#password', '{{password}}'),
  signIn(sends),
];

const failure = (played: Promise<unknown>): Promise<unknown> =>
  played.then(
    () => 'it completed',
    (error: unknown) => error,
  );

describe('a recorded navigation', () => {
  test('is the same place with another query, id, host or title', async () => {
    const { warnings } = await play(
      variables,
      ...logIn(`${desk.origin}/login`, asserting(`${desk.origin}/desk?from=login`)),
      { type: 'click', selectors: ['tbody a'], ...asserting(`${desk.origin}/bookings/7`) },
      extract,
    );
    expect(warnings).toEqual([]);
  });

  test('that led elsewhere is reported with both paths', async () => {
    const { warnings, items } = await play(
      {},
      open(pages.origin + '/refused', asserting(`${pages.origin}/list/1`)),
      extract,
    );
    expect(items).toEqual([{ guest: 'nobody' }]);
    expect(warnings).toEqual([
      'Step 1 (navigate) should have led to /list/1 and led to /refused. If the site has moved its page, record the step again.',
    ]);
  });

  test('to another site is reported with both hosts', async () => {
    const { warnings } = await play(
      {},
      open(pages.origin + '/refused', asserting('https://shop.example/refused')),
      extract,
    );
    expect(warnings).toEqual([
      expect.stringContaining(
        'should have led to shop.example/refused and led to 127.0.0.1/refused',
      ),
    ]);
  });
});

describe('a log-in', () => {
  test('that is refused fails at its own step, and names the variables', async () => {
    const wrong = { ...variables, password: 'wrong' };
    const steps = logIn(`${desk.origin}/login`, asserting(`${desk.origin}/desk`));
    expect(await failure(play(wrong, ...steps, extract))).toMatchObject({
      code: 'validation_failed',
      details: { reason: 'login_required' },
      message:
        'Step 4 (click) should have led to /desk and led to /login: the log-in was refused. Check the variables user and password.',
    });
  });

  test('without variables is asked about what the recipe types', async () => {
    const typed = [open(`${desk.origin}/login`), change('#password', 'wrong')];
    const steps = [...typed, signIn(asserting(`${desk.origin}/desk`)), extract];
    expect(await failure(play({}, ...steps))).toMatchObject({
      message: expect.stringContaining(
        'Check the user name and the password that the recipe types.',
      ),
    });
  });

  test('whose page stays where it is fails with the same reason', async () => {
    const steps = logIn(`${pages.origin}/refused`, {
      ...asserting(`${pages.origin}/desk`),
      timeout: 1_000,
    });
    expect(await failure(play(variables, ...steps, extract))).toMatchObject({
      details: { reason: 'login_required' },
      message: expect.stringMatching(
        /led to \/desk and stayed on \/refused: the log-in was refused/,
      ),
    });
  });

  test('is judged once: a later step that leads elsewhere is reported', async () => {
    const { warnings } = await play(
      variables,
      ...logIn(`${desk.origin}/login`, asserting(`${desk.origin}/desk`)),
      { type: 'click', selectors: ['tbody a'], ...asserting(`${desk.origin}/boats/7`) },
      extract,
    );
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Step 5 \(click\) should have led to \/boats\/7 and led to \/bookings/,
      ),
    ]);
  });

  test('by a route of the page’s script is compared by that route', async () => {
    const to = (route: string): object => asserting(`${pages.origin}/routed#${route}`);
    const led = await play(variables, ...logIn(`${pages.origin}/routed`, to('/desk')), extract);
    expect(led.warnings).toEqual([]);
    const astray = play(variables, ...logIn(`${pages.origin}/routed`, to('/till')), extract);
    expect(await failure(astray)).toMatchObject({
      message: expect.stringContaining('should have led to /routed#/till and led to /routed#/desk'),
    });
  });

  test('without a recorded navigation is reported when its form is still there', async () => {
    const warned = expect.stringMatching(
      /^Step 4 \(click\) sent a log-in, and the page still shows its form: .* Check the variables user and password\.$/,
    );
    const { warnings } = await play(variables, ...logIn(`${pages.origin}/refused`), extract);
    expect(warnings).toEqual([warned]);
    const wrong = { ...variables, user: 'nobody' };
    const back = open(`${pages.origin}/refused`);
    const left = await play(wrong, ...logIn(`${desk.origin}/login`), back, extract);
    expect(left.warnings).toEqual([warned]);
  });

  test('without a recorded navigation that was taken is not reported', async () => {
    const scripted = await play(variables, ...logIn(`${pages.origin}/taken`), extract);
    expect(scripted.warnings).toEqual([]);
    const sent = await play(variables, ...logIn(`${desk.origin}/login`), extract);
    expect([sent.warnings, sent.items]).toEqual([[], [{ guest: 'Ines Okafor' }]]);
  });
});
