import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realBrowsing, type RealBrowsing } from '../../../test/support/real-browsing.ts';
import { loopbackBrowser, replaySteps } from '../../../test/support/replay.ts';
import {
  serveApplication,
  type ServedApplication,
} from '../../../test/support/serve-application.ts';
import { servePages, type ServedPages } from '../../../test/support/serve-pages.ts';
import type { Browser } from '../../runtime/contracts/browser.ts';
import { createDraftSecrets } from '../draft/create-draft-secrets.ts';
import { createOwnerDraft } from '../workbench/create-owner-draft.ts';
import { createRecordingWriter } from '../workbench/record-session.ts';
import { waitUntil } from '../../runtime/signals/waiting.ts';
import type { StepDocument } from '../draft/recipe-document.ts';
import { createStepRecorder, type RecordingChange } from './create-step-recorder.ts';
import { recordBrowsing, type Recording } from './record-browsing.ts';

const password = 'lighthouse-42';
/** Each control writes down what became of it. */
const controls = `<!doctype html><title>Controls</title><style>body { height: 3000px }</style>
  <div id="told"></div><button class="go">Press <b>me</b></button>
  <select name="room"><option value="a">Hall</option><option value="b">Attic</option></select>
  <label>Name <input name="name"></label><label><input type="checkbox"> Agreed</label>
  <div contenteditable="true" id="notes"></div><div id="twice">Twice</div>
  <shadow-box></shadow-box><iframe src="/inner" width="300" height="80"></iframe>
  <script>
    const tell = (what) => { told.textContent += what + ';'; };
    document.querySelector('.go').onclick = () => tell('pressed');
    document.querySelector('select').onchange = ({ target }) => tell('room ' + target.value);
    document.querySelector('[name=name]').onkeydown = ({ key, target }) => { if (key === 'Enter') tell('name ' + target.value); };
    document.querySelector('[type=checkbox]').onchange = ({ target }) => tell('agreed ' + target.checked);
    notes.onblur = () => tell('notes ' + notes.textContent);
    twice.ondblclick = () => tell('twice');
    customElements.define('shadow-box', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>';
        this.shadowRoot.querySelector('button').onclick = () => tell('inside');
      }
    });
    addEventListener('message', ({ data }) => tell(data));
    // What a page does by itself is no step, and a page sees nothing of the recording.
    document.querySelector('.go').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    told.textContent = '';
    window.seen = () => Object.keys(window).filter((name) => /record|gleaner/i.test(name));
  </script>`;
const inner = `<!doctype html><button onclick="parent.postMessage('framed', '*')">Framed</button>`;

/** Fields whose text is shown, and which only words or looks around them tell to be secret. */
const hints = `<!doctype html><form>
    <label>Passwort <input class="field"></label>
    <span id="named">Mot de passe</span><input class="field" aria-labelledby="named">
    <input class="field" title="Contraseña">
    <table><tr><td>Hasło</td><td><input class="field"></td></tr></table>
    <div>Senha: <input class="field"></div>
    <input class="field" style="font-family: text-security-disc">
    <div><input class="field" placeholder="パスワード"></div>
    <table><tr><td>Passenger</td><td><input id="open"></td></tr></table>
  </form>`;

let browsing: RealBrowsing;
let browser: Browser;
let shop: ServedApplication;
let pages: ServedPages;

beforeAll(async () => {
  browsing = realBrowsing({ allowPrivate: ['127.0.0.1/32'] });
  browser = loopbackBrowser();
  shop = await serveApplication('shop');
  pages = await servePages(({ pathname }) =>
    pathname === '/inner' ? inner : pathname === '/hints' ? hints : controls,
  );
});
afterAll(async () => {
  await browsing.close();
  await browser.close?.();
  await shop.close();
  await pages.close();
});

/** Records what `act` does in a page, until as many steps are there as it does. */
async function record(
  url: string,
  act: (
    page: Page,
    recording: Recording,
    atLeast: (steps: number) => Promise<void>,
  ) => Promise<void>,
) {
  const changes: RecordingChange[] = [];
  const signal = new AbortController().signal;
  return browsing.withSession({}, signal, async (session) => {
    await session.page.goto(url);
    const draft = createOwnerDraft(createDraftSecrets(), () => {});
    const write = createRecordingWriter({ draft: () => draft, opening: () => [] });
    const recorder = createStepRecorder({
      onChange(change) {
        changes.push(change);
        write(change);
      },
      isTaken: () => false,
      onSecret: draft.typeSecret,
      onTyped: draft.settleSecrets,
    });
    recorder.begin({ url: session.page.url(), width: 1_280, height: 800, isMobile: false }, false);
    const { page } = session;
    const targetOf = (one: Page): string => (one === page ? 'main' : one.url());
    const recording = await recordBrowsing({ browsing: session, targetOf, recorder });
    const atLeast = async (steps: number): Promise<void> => {
      const isThere = async () => draft.require().steps.length >= steps || undefined;
      await waitUntil({ timeoutMs: 10_000, everyMs: 20, signal, poll: isThere });
    };
    await act(session.page, recording, atLeast);
    recording.stop();
    return { recipe: draft.require(), changes };
  });
}

const read = (field: string) => ({
  type: 'customStep',
  name: 'extract',
  parameters: { fields: { read: { selectors: [field] } } },
});

const kindsOf = (steps: readonly StepDocument[]) => steps.map(({ type }) => type);

describe('a recording', () => {
  test('has a step for each thing a person does, which does the same again', async () => {
    const { recipe } = await record(pages.origin, async (page, _recording, atLeast) => {
      await page.locator('.go b').click();
      await page.locator('select').focus();
      await page.keyboard.press('ArrowDown');
      await page.locator('[name=name]').click();
      await page.keyboard.type('Ada');
      await page.keyboard.press('Enter');
      await page.locator('[type=checkbox]').click();
      await page.locator('#notes').click();
      await page.keyboard.type('Bring a lamp');
      await page.locator('#twice').dblclick();
      await page.locator('shadow-box button').click();
      await page.frameLocator('iframe').locator('button').click();
      await atLeast(12);
      await page.mouse.move(400, 400);
      await page.mouse.wheel(0, 700);
      await atLeast(13);
      expect(await page.evaluate('window.seen()')).toEqual([]);
    });
    expect(kindsOf(recipe.steps)).toEqual([
      'setViewport',
      'navigate',
      'click',
      'change',
      'change',
      'keyDown',
      'keyUp',
      'click',
      'change',
      'doubleClick',
      'click',
      'click',
      'scroll',
    ]);
    const [, , press, , name, , , , , , inside, framed, scroll] = recipe.steps;
    expect(press?.['selectors']).toEqual([
      ['aria/Press me[role="button"]'],
      ['.go'],
      ['button'],
      ['xpath//html/body/button'],
      ['pierce/.go'],
      ['text/Press me'],
    ]);
    expect(name).toMatchObject({ value: 'Ada' });
    expect(inside?.['selectors']).toEqual(
      expect.arrayContaining([['aria/Inside[role="button"]'], ['shadow-box', 'button']]),
    );
    expect(framed).toMatchObject({ frame: [0] });
    expect(scroll?.['y']).toBeGreaterThan(300);
    const targets = (recipe['fingerprints'] as { targets: object }).targets;
    expect(Object.keys(targets)).toHaveLength(8);
    const replayed = await replaySteps(browser, [...recipe.steps, read('#told')]);
    expect(replayed.items).toEqual([
      { read: 'pressed;room b;name Ada;agreed true;notes Bring a lamp;twice;inside;framed;' },
    ]);
    expect(replayed.warnings).toEqual([]);
  });

  test('of a log-in has the password as a secret variable, and nowhere its value', async () => {
    const { recipe, changes } = await record(
      `${shop.origin}/login`,
      async (page, _recording, atLeast) => {
        await page.locator('#email').click();
        await page.keyboard.type('ada@harbour.example');
        await page.locator('#password').click();
        await page.keyboard.type(password);
        // Shown for once, as sites let people do.
        await page.evaluate("document.querySelector('#password').type = 'text'");
        await page.keyboard.type('!');
        await page.keyboard.press('Backspace');
        await page.getByRole('button').click();
        await page.waitForURL(`${shop.origin}/`);
        await page.goto(`${shop.origin}/search?q=lamp`);
        await page.getByRole('button').click();
        await atLeast(7);
      },
    );
    expect(JSON.stringify([recipe, changes])).not.toMatch(/lighthouse|-42/);
    expect(kindsOf(recipe.steps)).toEqual([
      'setViewport',
      'navigate',
      'change',
      'change',
      'click',
      'navigate',
      'click',
    ]);
    expect(recipe.variables).toEqual({ password: { secret: true } });
    expect(recipe.steps[4]).toMatchObject({
      assertedEvents: [
        { type: 'navigation', url: `${shop.origin}/`, title: 'Welcome · Harbour Lights' },
      ],
    });
    const steps = [...recipe.steps, read('fieldset:nth-of-type(2) legend')];
    const replayed = await replaySteps(browser, steps, { variables: { password } });
    expect(replayed.items).toEqual([{ read: 'Room' }]);
    expect(replayed.warnings).toEqual([]);
  });

  test('has nothing of what is typed into fields that say only in their words or looks that it is secret', async () => {
    const { recipe, changes } = await record(
      `${pages.origin}/hints`,
      async (page, _recording, atLeast) => {
        for (const [index, field] of (await page.locator('.field').all()).entries()) {
          await field.click();
          await page.keyboard.type(`canary-${index}-${index}`);
        }
        await page.locator('#open').click();
        await page.keyboard.type('Ada Lovelace');
        await atLeast(10);
      },
    );
    expect(JSON.stringify([recipe, changes])).not.toContain('canary');
    expect(recipe.steps.at(-1)).toMatchObject({ type: 'change', value: 'Ada Lovelace' });
    expect(Object.keys(recipe.variables ?? {})).toHaveLength(7);
  });
});
