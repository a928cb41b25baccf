import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyHealing, createGleaner, type Gleaner } from '../src/index.ts';
import { servePages, type ServedPages } from './support/serve-pages.ts';

const loans = [
  ['Adaeze Obi', 'Kayak'],
  ['Brandt Holm', 'Tent'],
  ['Carla Reis', 'Camping stove'],
] as const;

/** The same desk in two markups: a row's button moves its person into the heading. */
const desks: Readonly<Record<string, string>> = {
  '/before': `<main id="desk"><h1>Nobody</h1>
    <form id="find"><label for="q">Find a loan</label><input id="q" name="q"></form>
    <table class="table"><tbody>${loans
      .map(
        ([person, item]) =>
          `<tr><td>${person}</td><td>${item}</td><td><button class="btn edit">Edit</button> <button class="btn back">Returned</button></td></tr>`,
      )
      .join('')}</tbody></table></main>`,
  '/after': `<div class="Shell_a1"><header class="Bar_c3"><h1>Nobody</h1></header>
    <input class="In_9f" placeholder="Find a loan" type="search">
    <section class="Cards_2b">${loans
      .map(
        ([person, item]) =>
          `<article class="Card_77"><div class="T_0">${person}</div><p>${item}</p><div class="Tools_4d"><span role="button" tabindex="0" aria-label="Edit">✎</span><span role="button" tabindex="0" aria-label="Returned">✓</span></div></article>`,
      )
      .join('')}</section></div>`,
};

const script = `<script>
  const say = (what) => (document.querySelector('h1').textContent = what);
  for (const button of document.querySelectorAll('button, [role=button]')) {
    const row = button.closest('tr, article');
    const verb = button.getAttribute('aria-label') ?? button.textContent;
    button.addEventListener('click', () => say(verb + ' ' + row.querySelector('td, .T_0').textContent));
  }
</script>`;

const recipe = {
  title: 'A loan comes back',
  steps: [
    { type: 'navigate', url: '{{origin}}/{{desk}}' },
    { type: 'change', selectors: ['#q'], value: 'Tent' },
    { type: 'click', selectors: ['tr:nth-of-type(2) .back'] },
    {
      type: 'customStep',
      name: 'extract',
      parameters: { fields: { said: { selectors: ['h1'] } } },
    },
  ],
};

let gleaner: Gleaner;
let site: ServedPages;

beforeAll(async () => {
  gleaner = createGleaner({ egress: { allowPrivate: ['127.0.0.1/32'] } });
  site = await servePages(({ pathname }) => `<!doctype html>${desks[pathname]}${script}`);
});

afterAll(async () => {
  await gleaner.close();
  await site.close();
});

function run(input: object, desk: string): ReturnType<Gleaner['runRecipe']> {
  return gleaner.runRecipe(input, { variables: { origin: site.origin, desk } });
}

test('a recipe heals on a page that was written anew, says how, and is like new once the healing is applied', async () => {
  const said = [{ said: 'Returned Brandt Holm' }];

  const learnt = await run(recipe, 'before');
  expect(learnt.result).toMatchObject({ mode: 'replay', drift: 0, warnings: [] });
  expect(learnt.result.pages[0]?.items).toEqual(said);

  const healed = await run(await applyHealing(recipe, learnt), 'after');
  expect(healed.result.pages[0]?.items).toEqual(said);
  expect(healed.result.mode).toBe('healed');
  expect(healed.result.drift).toBeGreaterThan(0.35);
  expect(healed.result.warnings).toEqual([
    expect.stringMatching(
      /^Step [23]: found by its likeness, no selector led to it; changed: [\w, ]+\.$/,
    ),
    expect.stringMatching(
      /^Step [23]: found by its likeness, no selector led to it; changed: [\w, ]+\.$/,
    ),
  ]);
  expect(healed.healed.map(({ path }) => path)).toEqual([
    '/steps/1/selectors',
    '/steps/2/selectors',
  ]);

  const again = await run(await applyHealing(await applyHealing(recipe, learnt), healed), 'after');
  expect(again.result.pages[0]?.items).toEqual(said);
  expect(again.result).toMatchObject({ mode: 'replay', drift: 0, warnings: [] });
}, 120_000);
