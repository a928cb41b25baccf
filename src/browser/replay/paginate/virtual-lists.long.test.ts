import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../runtime/contracts/browser.ts';
import { loopbackBrowser, type Replay, replaySteps } from '../../../../test/support/replay.ts';
import { type ServedPages, servePages } from '../../../../test/support/serve-pages.ts';

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

const drawn = `draw(); box.addEventListener('scroll', draw);`;
const sites: Readonly<Record<string, string>> = {
  '/prompt': virtualList(`const draw = () => rows(firstOf(), firstOf() + 9); ${drawn}`),
  '/numbered gap': virtualList(`pad.setAttribute('role', 'table');
    const draw = () => {
      rows(firstOf(), firstOf() + 9, undefined, (i) => 'role="row" aria-rowindex="' + (i + 1) + '"');
      for (const each of [...pad.children]) {
        const at = Number(each.getAttribute('aria-rowindex'));
        if (at > 20 && at <= 32) each.remove();
      }
    }; ${drawn}`),
  '/in blocks': virtualList(
    `const draw = () => { const at = Math.floor(box.scrollTop / 400) * 8; rows(at, at + 8); }; ${drawn}`,
  ),
  '/equal rows': virtualList(
    `const draw = () => rows(firstOf(), firstOf() + 9, (i) => '<b>' + (i % 9 === 4 ? 'Coffee' : 'Entry ' + (i + 1)) + '</b>', (i) => 'aria-rowindex="' + (i + 1) + '"'); ${drawn}`,
  ),
  '/fills': virtualList(`const ready = new Set();
    const draw = () => rows(firstOf(), firstOf() + 9, (i) => {
      if (ready.has(i)) return '<b>Entry ' + (i + 1) + '</b>';
      setTimeout(() => { ready.add(i); draw(); }, ${lateMs});
      return i % 2 === 0 ? '' : '<i class="skeleton"></i>';
    }); ${drawn}`),
  '/equal items of a list': virtualList(
    `pad.setAttribute('role', 'list'); const draw = () => rows(firstOf(), firstOf() + 9, (i) => '<b>' + (i % 9 === 4 ? 'Coffee' : 'Entry ' + (i + 1)) + '</b>', (i) => 'role="listitem" aria-setsize="40" aria-posinset="' + (i + 1) + '"'); ${drawn}`,
  ),
  '/equal rows by data-index': virtualList(
    `const draw = () => rows(firstOf(), firstOf() + 9, (i) => '<b>' + (i % 9 === 4 ? 'Coffee' : 'Entry ' + (i + 1)) + '</b>', (i) => 'data-index="' + i + '"'); ${drawn}`,
  ),
  '/equal items within numbered rows': virtualList(
    `const draw = () => { rows(firstOf(), firstOf() + 9, (i) => '<p class="row"><b>' + (i % 9 === 4 ? 'Coffee' : 'Entry ' + (i + 1)) + '</b></p>', (i) => 'aria-rowindex="' + (i + 1) + '"'); for (const each of [...pad.children]) each.className = 'around'; }; ${drawn}`,
  ),
  '/equal items within placed rows': virtualList(
    `const draw = () => { rows(firstOf(), firstOf() + 9, (i) => '<p class="row"><b>' + (i % 9 === 4 ? 'Coffee' : 'Entry ' + (i + 1)) + '</b></p>', (i) => 'data-index="' + i + '"'); for (const each of [...pad.children]) each.className = 'around'; }; ${drawn}`,
  ),
  '/is busy': virtualList(`const ready = new Set();
    const draw = () => rows(firstOf(), firstOf() + 9, (i) => '<b>' + (ready.has(i) ? 'Entry ' + (i + 1) : 'Loading') + '</b>', (i) => {
      if (ready.has(i)) return '';
      setTimeout(() => { ready.add(i); draw(); }, ${lateMs});
      return 'aria-busy="true"';
    }); ${drawn}`),
  '/shimmers': virtualList(`const ready = new Set();
    const draw = () => rows(firstOf(), firstOf() + 9, (i) => {
      if (ready.has(i)) return '<b>Entry ' + (i + 1) + '</b>';
      setTimeout(() => { ready.add(i); draw(); }, ${lateMs});
      return '<b class="shimmer-line"></b><span>Row</span>';
    }); ${drawn}`),
  '/fills its fields': virtualList(`const ready = new Set();
    const draw = () => rows(firstOf(), firstOf() + 9, (i) => {
      if (ready.has(i)) return '<b>Entry ' + (i + 1) + '</b>';
      setTimeout(() => { ready.add(i); draw(); }, ${lateMs});
      return '<b class="ghost"></b>';
    }); ${drawn}`),
  '/footer by scrolling': `<!doctype html><html lang="en"><title>Log</title><main id="list"></main><div id="loader" style="height:40px">More comes</div><footer style="height:1900px">Imprint</footer><script>
    let count = 0; let waits = false;
    const add = () => { waits = false; for (let i = 0; i < 10 && count < 40; i += 1) { count += 1; document.querySelector('#list').insertAdjacentHTML('beforeend', '<p class="row" style="height:130px"><b>Entry ' + count + '</b></p>'); } if (count === 40) document.querySelector('#loader').remove(); };
    add();
    addEventListener('scroll', () => {
      const loader = document.querySelector('#loader');
      if (waits || loader === null) return;
      const { top, bottom } = loader.getBoundingClientRect();
      if (top > innerHeight || bottom < 0) return;
      waits = true;
      setTimeout(add, ${lateMs});
    });
  </script></html>`,
  '/counts its repeats': `<!doctype html><html lang="en"><title>Log</title><main id="list"></main><script>
    let count = 0;
    const add = () => { if (count >= 60) return; document.querySelector('#list').innerHTML = ''; for (let i = 0; i < 10; i += 1) { document.querySelector('#list').insertAdjacentHTML('beforeend', '<p class="row" data-index="' + count + '" style="height:130px"><b>Entry ' + (i + 1) + '</b></p>'); count += 1; } };
    add();
    addEventListener('scroll', add);
  </script></html>`,
  '/never fills': virtualList(
    `const draw = () => rows(firstOf(), firstOf() + 9, (i) => i === 12 ? '<i class="skeleton"></i>' : '<b>Entry ' + (i + 1) + '</b>'); ${drawn}`,
  ),
  '/short of its count':
    virtualList(`pad.setAttribute('role', 'table'); pad.setAttribute('aria-rowcount', '52');
    const draw = () => rows(firstOf(), firstOf() + 9, undefined, (i) => 'role="row" aria-rowindex="' + (i + 1) + '"'); ${drawn}`),
  '/footer': `<!doctype html><html lang="en"><title>Log</title><main id="list"></main><div id="loader" style="height:2px"></div><footer style="height:1900px">Imprint</footer><script>
    let count = 0;
    const add = () => { for (let i = 0; i < 10 && count < 40; i += 1) { count += 1; document.querySelector('#list').insertAdjacentHTML('beforeend', '<p class="row" style="height:130px"><b>Entry ' + count + '</b></p>'); } };
    add();
    new IntersectionObserver((seen) => { if (seen.some((each) => each.isIntersecting)) setTimeout(add, ${lateMs}); }).observe(document.querySelector('#loader'));
  </script></html>`,
};

let pages: ServedPages;
let browser: Browser;

beforeAll(async () => {
  pages = await servePages(({ pathname }) => sites[decodeURIComponent(pathname)]);
  browser = loopbackBrowser();
});

afterAll(async () => {
  await browser.close?.();
  await pages.close();
});

async function scroll(path: string, timeoutMs = 5_000): Promise<Replay> {
  return replaySteps(
    browser,
    [
      { type: 'navigate', url: pages.origin + encodeURI(path) },
      {
        type: 'customStep',
        name: 'extract',
        parameters: { items: '.row', fields: { name: { selectors: 'b' } } },
      },
      { type: 'customStep', name: 'paginate', parameters: { scroll: true } },
    ],
    { timeoutMs },
  );
}

const entries = Array.from({ length: 40 }, (_, index) => `Entry ${index + 1}`);

function namesOf({ items }: Replay): readonly (string | undefined)[] {
  return items.map((item) => item['name']);
}

describe('a list of which only what is in view is in the page', () => {
  test.each([
    '/prompt',
    '/fills',
    '/is busy',
    '/shimmers',
    '/fills its fields',
    '/footer',
    '/footer by scrolling',
  ])('is read whole: %s', async (path) => {
    const replay = await scroll(path);
    expect([namesOf(replay), replay.end, replay.warnings]).toEqual([entries, 'no_new_items', []]);
  });

  test.each([
    '/equal rows',
    '/equal items of a list',
    '/equal rows by data-index',
    '/equal items within numbered rows',
    '/equal items within placed rows',
  ])('keeps rows that are equal but for their numbers: %s', async (path) => {
    const wanted = entries.map((name, index) => (index % 9 === 4 ? 'Coffee' : name));
    expect(namesOf(await scroll(path))).toEqual(wanted);
  });

  test('does not take a count of what is repeated in the flow for the number of a row', async () => {
    expect(namesOf(await scroll('/counts its repeats'))).toEqual(entries.slice(0, 10));
  });

  test('is reported to have a gap, by the numbers of its rows', async () => {
    const replay = await scroll('/numbered gap');
    expect(namesOf(replay)).toEqual([...entries.slice(0, 20), ...entries.slice(32)]);
    expect(replay.warnings).toEqual([expect.stringContaining('rows 21 to 32 were not read')]);
  });

  test('is reported to have a gap where no view shares a row with the one before', async () => {
    const { warnings } = await scroll('/in blocks');
    expect(warnings).toContainEqual(
      expect.stringContaining('items may be missing between item 8 and item 9'),
    );
  });

  test('is reported to hold rows that stay without content', async () => {
    const replay = await scroll('/never fills', 1_000);
    expect(namesOf(replay)).toEqual(entries.filter((_, index) => index !== 12));
    expect(replay.warnings).toEqual([
      expect.stringContaining('1 row in view stayed without content'),
    ]);
  });

  test('is reported to be longer than what it showed', async () => {
    const replay = await scroll('/short of its count');
    expect(namesOf(replay)).toEqual(entries);
    expect(replay.warnings).toEqual([
      expect.stringContaining('the list has 52 rows, as the page says, and row 40 was the last'),
    ]);
  });
});
