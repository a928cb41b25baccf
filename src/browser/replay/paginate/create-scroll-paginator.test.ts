import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import {
  type PageAnswer,
  type ServedPages,
  servePages,
} from '../../../../test/support/serve-pages.ts';

/** Milliseconds by which each page draws late: the reader takes several steps meanwhile, however fast the machine is. */
const lateMs = 300;

/** A list of which only what is in view is in the document. `draw` is called with the scrolled pixels. */
function virtualList(script: string): string {
  return `<!doctype html><html lang="en"><title>Log</title><h1>Log</h1>
    <div id="box" style="height:400px;overflow:auto"><div id="pad" style="position:relative;height:2000px"></div></div><script>
    const [box, pad] = [document.querySelector('#box'), document.querySelector('#pad')];
    const row = (i, text, more = '') => '<div class="row" ' + more + ' style="position:absolute;height:50px;top:' + i * 50 + 'px">' + text + '</div>';
    const rows = (from, to, toText = (i) => '<b>Entry ' + (i + 1) + '</b>', toMore = () => '') => {
      pad.innerHTML = '';
      for (let i = Math.max(0, from); i < Math.min(40, to); i += 1) pad.insertAdjacentHTML('beforeend', row(i, toText(i), toMore(i)));
    };
    const firstOf = () => Math.floor(box.scrollTop / 50);
    ${script}
  </script></html>`;
}

/** A table of three rows without numbers below a heading. */
function countedTable(count: number): string {
  const rows = [1, 2, 3].map((n) => `<tr class="row"><td><b>Entry ${n}</b></td></tr>`).join('');
  return `<!doctype html><html lang="en"><title>Log</title><table aria-rowcount="${count}"><tr><th>Entry</th></tr>${rows}</table></html>`;
}

/** A list whose rows say another number twenty times a second, and that grows twice. */
function liveList(toRow: (index: number) => string): string {
  const parts = [0, 10, 20].map((from) =>
    Array.from(
      { length: 10 },
      (_, index) => `<p class="row" style="height:80px">${toRow(from + index)}</p>`,
    ).join(''),
  );
  return `<!doctype html><html lang="en"><title>Prices</title><h1>Prices</h1><main></main><script>
    const parts = ${JSON.stringify(parts)};
    const add = () => document.querySelector('main').insertAdjacentHTML('beforeend', parts.shift() ?? '');
    add();
    setInterval(() => { for (const each of document.querySelectorAll('i')) each.textContent = Math.random(); }, 50);
    addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 50) add(); });
  </script></html>`;
}

/** A list that shows a sign behind its ten rows once it is scrolled to its end, and ten more after a while. */
function waitingList(sign: string, spinMs: number): string {
  return `<!doctype html><html lang="en"><title>Log</title><style>@keyframes turn { to { rotate: 1turn; } } .spin { width: 20px; height: 20px; border: 2px dashed; animation: turn 1s linear infinite; }</style>
    <main>${toRows(1)}</main><div id="end"></div><footer><p>Since 1980</p><i class="spin" style="display:block;margin-top:300px"></i></footer><script>
    let waits = false;
    addEventListener('scroll', () => {
      if (waits || innerHeight + scrollY < document.body.scrollHeight - 50) return;
      waits = true;
      end.innerHTML = ${JSON.stringify(sign)};
      setTimeout(() => { end.innerHTML = ''; document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(toRows(11))}); }, ${spinMs});
    });
  </script></html>`;
}

/** A list of which each further part is asked for when the end of the last one is near. */
function askingList(): string {
  return `<!doctype html><html lang="en"><title>Log</title><main>${toRows(1)}</main><script>
    let [part, waits] = [1, false];
    addEventListener('scroll', async () => {
      if (waits || innerHeight + scrollY < document.body.scrollHeight - 300) return;
      waits = true;
      const response = await fetch('/part?' + part);
      if (!response.ok) return;
      part += 1;
      document.querySelector('main').insertAdjacentHTML('beforeend', await response.text());
      waits = false;
    });
  </script></html>`;
}

/** A box of ten items of 200 px in one row, to which ten are added twice where it is scrolled to its end. */
function rowOfItems(direction: string): string {
  return `<!doctype html><html lang="en"><title>Log</title><style>.row { flex: none; width: 200px; margin: 0; }</style>
    <h1>Log</h1><div id="box" dir="${direction}" style="display:flex;overflow-x:auto;width:500px"></div>${toRows(101).replaceAll('"row"', '"note"')}<script>
    const item = (i) => '<p class="row"><b>Entry ' + i + '</b></p>';
    const add = () => { const from = box.children.length; if (from < 30) for (let i = 1; i <= 10; i += 1) box.insertAdjacentHTML('beforeend', item(from + i)); };
    add();
    box.addEventListener('scroll', () => { if (Math.abs(box.scrollLeft) + 500 > box.scrollWidth - 50) setTimeout(add, 100); });
  </script></html>`;
}

/** A box that shows the last ten of thirty lines, and ten older ones above where it is scrolled up. */
function chat(style: string, outer: string): string {
  return `<!doctype html><html lang="en"><title>Log</title><h1>Log</h1><div id="box" style="height:300px;overflow:auto;${style}">${outer}</div><script>
    const list = box.firstElementChild;
    const add = (from) => list.insertAdjacentHTML('afterbegin', Array.from({ length: 10 }, (_, i) => '<p class="row" style="height:60px;margin:0"><b>Entry ' + (from + i) + '</b></p>').join(''));
    let from = 21;
    add(from);
    box.scrollTop = box.scrollHeight;
    let waits = true;
    setTimeout(() => { waits = false; }, 300);
    box.addEventListener('scroll', () => {
      const room = box.scrollHeight - box.clientHeight;
      const above = box.style.flexDirection === 'column-reverse' ? room + box.scrollTop : box.scrollTop;
      if (waits || above > 50 || from === 1) return;
      waits = true;
      setTimeout(() => { const bottom = box.scrollHeight - box.scrollTop; from -= 10; add(from); if (box.style.flexDirection === '') box.scrollTop = box.scrollHeight - bottom; waits = false; }, 100);
    });
  </script></html>`;
}

/** A list that grows downwards in a box that scrolls sideways, as wide tables stand in. */
function wideList(): string {
  return waitingList('<div class="spin"></div>', 500).replace(
    '<main>',
    '<main style="overflow-x:auto;width:500px"><p style="width:2000px">Wide</p>',
  );
}

/** Milliseconds; longer than a list without a sign is waited for. */
const spinMs = 3_000;

const sites: Readonly<Record<string, string>> = {
  '/spins': waitingList('<div class="spin"></div>', spinMs),
  '/is busy': waitingList('<div role="progressbar" style="height:9px"></div>', spinMs),
  '/spins for ever': waitingList('<div class="spin"></div>', 9e6),
  '/moves elsewhere': waitingList('', 9e6),
  '/wants a click': waitingList('<a class="spin" href="/other">Other logs</a>', 9e6),
  '/floats': waitingList('<div class="spin" style="position:fixed;bottom:9px"></div>', 9e6),
  '/measures': waitingList('<progress value="1"></progress>', 9e6),
  '/asks': askingList(),
  '/right': rowOfItems('ltr'),
  '/left': rowOfItems('rtl'),
  '/older above': chat('', '<div></div>'),
  '/column upwards': chat('display:flex;flex-direction:column-reverse', '<div></div>'),
  '/wide': wideList(),
  '/counted': countedTable(6),
  '/counted whole': countedTable(4),
  '/live': liveList((i) => `<b>Share ${i + 1}</b> <i>1</i>`),
  '/nameless': liveList(() => '<b>Share</b> <i>1</i>'),
  '/late': virtualList(`const draw = () => rows(firstOf(), firstOf() + 9);
    let waits = false;
    draw();
    box.addEventListener('scroll', () => {
      if (waits) return;
      waits = true;
      setTimeout(() => { waits = false; draw(); }, ${lateMs});
    });`),
};

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname, search }): PageAnswer => {
    if (pathname !== '/part') return sites[decodeURIComponent(pathname)];
    return search === '?2' ? { status: 503 } : toRows(11);
  });
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

async function scroll(path: string, fields: object = {}, timeoutMs = 5_000): Promise<Replay> {
  return replaySteps(
    browser,
    [
      { type: 'navigate', url: pages.origin + encodeURI(path) },
      {
        type: 'customStep',
        name: 'extract',
        parameters: { items: '.row', fields: { name: { selectors: 'b' }, ...fields } },
      },
      { type: 'customStep', name: 'paginate', parameters: { scroll: true } },
    ],
    { timeoutMs },
  );
}

function toRows(from: number): string {
  return Array.from(
    { length: 10 },
    (_, index) => `<p class="row" style="height:80px"><b>Entry ${from + index}</b></p>`,
  ).join('');
}

const entries = Array.from({ length: 40 }, (_, index) => `Entry ${index + 1}`);

function namesOf({ items }: Replay): readonly (string | undefined)[] {
  return items.map((item) => item['name']);
}

describe('a list of which only what is in view is in the page', () => {
  test('is read whole where it draws late', async () => {
    const replay = await scroll('/late');
    expect([namesOf(replay), replay.end, replay.warnings]).toEqual([entries, 'no_new_items', []]);
  });
});

test('a list of which a part was refused has no natural end', async () => {
  const { items, end } = await scroll('/asks');
  expect([items.length, end]).toEqual([20, 'page_error']);
});

describe('a list whose rows change while they stand', () => {
  test('is read once, by what stays, where a field changes or the text beside the fields', async () => {
    const price = { price: { selectors: 'i' } };
    const wanted = Array.from({ length: 30 }, (_, index) => `Share ${index + 1}`);
    for (const fields of [price, {}]) {
      const replay = await scroll('/live', fields);
      expect([namesOf(replay), replay.end, replay.warnings]).toEqual([wanted, 'no_new_items', []]);
    }
  });

  test('ends with a warning where nothing that stays tells the rows apart', async () => {
    const replay = await scroll('/nameless', {}, 1_000);
    expect(replay.end).toBe('no_new_items');
    expect(replay.warnings.join('\n')).toContain('its rows change what they say');
  });
});

describe('a list behind whose last row something says that more is on its way', () => {
  test.concurrent.each(['/spins', '/is busy'])('is waited for: %s', async (path) => {
    const replay = await scroll(path, {}, 20_000);
    expect([namesOf(replay), replay.warnings]).toEqual([entries.slice(0, 20), []]);
  });

  test('is told where nothing comes', async () => {
    const { items, warnings } = await scroll('/spins for ever', {}, 1_000);
    expect(items).toHaveLength(10);
    expect(warnings).toEqual([expect.stringMatching(/behind the last item said .+ nothing came/)]);
  });

  test.concurrent.each(['/moves elsewhere', '/wants a click', '/floats', '/measures'])(
    'is none where something else moves: %s',
    async (path) => {
      const { items, warnings } = await scroll(path);
      expect([items.length, warnings]).toEqual([10, []]);
    },
  );
});

describe('a table that says how many rows it has, without numbers at them', () => {
  test.each([
    [
      '/counted',
      [
        'Step 3 (paginate): the list has 5 rows, as the page says, and row 3 was the last one that it showed.',
      ],
    ],
    ['/counted whole', []],
  ])('is compared with the rows that it showed: %s', async (path, warnings) => {
    const replay = await scroll(path);
    expect([namesOf(replay), replay.warnings]).toEqual([entries.slice(0, 3), warnings]);
  });
});

describe('a list that goes on otherwise than downwards', () => {
  test.concurrent.each(['/right', '/left'])('is read sideways: %s', async (path) => {
    const replay = await scroll(path);
    expect([namesOf(replay), replay.warnings]).toEqual([entries.slice(0, 30), []]);
  });

  test.concurrent.each(['/older above', '/column upwards'])(
    'is read upwards from its end: %s',
    async (path) => {
      const replay = await scroll(path);
      expect(namesOf(replay).toSorted(byNumber)).toEqual(entries.slice(0, 30));
      expect(replay.warnings).toEqual([]);
    },
  );

  test.concurrent('is none where rows below each other stand in a wide box', async () => {
    const replay = await scroll('/wide');
    expect([namesOf(replay), replay.warnings]).toEqual([entries.slice(0, 20), []]);
  });
});

function byNumber(one = '', other = ''): number {
  return Number(one.replace('Entry ', '')) - Number(other.replace('Entry ', ''));
}
