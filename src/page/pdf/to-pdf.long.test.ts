import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readPage } from '../read-page.ts';
import { toHtml } from '../tree/to-html.ts';
import { fixturePng } from '../../../test-kit/fixture-site/routes.ts';
import { readPdf } from '../documents/pdf/read-pdf.ts';
import { plainStyle } from './flow/flow.ts';
import { isRightToLeft, placeBothWays } from './layout/break-lines.ts';
import { toPdf, type ToPdfInput, type ToPdfResult } from './to-pdf.ts';

function write(html: string, options: Omit<ToPdfInput, 'page'> = {}): Promise<ToPdfResult> {
  const reading = readPage({ html, url: 'https://example.com/harbour/' });
  return toPdf({ page: { ...reading, html: toHtml(reading.document, 'keep') }, ...options });
}

/** What another reader makes of the page that was written. */
async function roundTrip(html: string, options: Omit<ToPdfInput, 'page'> = {}): Promise<string> {
  const { bytes } = await write(html, options);
  const read = await readPdf(bytes);
  return (/<main>(.*)<\/main>/su.exec(read.html)?.[1] ?? '').replaceAll(/>\s+</g, '><').trim();
}

const article = `<!doctype html><html lang="en"><head><title>Tides &lt;and&gt; moons</title></head><body>
<h1>Tides and moons</h1>
<p>Water rises <b>twice</b> a day, says <a href="tables?year=2026">the table</a>; <code>h = a·cos(t)</code>.</p>
<h2>Elsewhere</h2>
<p>Ελληνικά: Ο ήλιος. Русский: Солнце восходит. 中文：太阳从海上升起。日本語：カタカナ。한국어: 바다.</p>
<ul><li>Ebb<ol start="3"><li>slow</li><li>fast</li></ol></li><li>Flood</li></ul>
<table><tr><th>Day</th><th>High</th></tr><tr><td>Monday</td><td>5.31</td></tr><tr><td>Tuesday</td><td>5.47</td></tr></table>
<pre><code>if (moon) {
  rise();
}</code></pre>
<blockquote><p>Time and tide wait for no man.</p></blockquote>
</body></html>`;

describe('a page written and read again', () => {
  test('has its headings, lists, tables, code, links and scripts of the world', async () => {
    expect(await roundTrip(article)).toBe(
      '<section data-pdf-page="1"><h1>Tides and moons</h1>' +
        '<p>Water rises twice a day, says <a href="https://example.com/harbour/tables?year=2026">the table</a>; h = a·cos(t).</p>' +
        '<h2>Elsewhere</h2>' +
        '<p>Ελληνικά: Ο ήλιος. Русский: Солнце восходит. 中文：太阳从海上升起。日本語：カタカナ。한국어: 바다.</p>' +
        '<ul><li>Ebb<ol start="3"><li>slow</li><li>fast</li></ol></li><li>Flood</li></ul>' +
        '<table><tr><th>Day</th><th>High</th></tr><tr><td>Monday</td><td>5.31</td></tr><tr><td>Tuesday</td><td>5.47</td></tr></table>' +
        '<pre><code>if (moon) {\n  rise();\n}</code></pre>' +
        '<p>Time and tide wait for no man.</p></section>',
    );
  });

  test('says once what a picture stands for', async () => {
    const html = '<p>x <svg role="img"><title>4 of 5</title></svg> <img alt="Lamp">lamp</p>';
    expect(await roundTrip(html)).toContain('<p>x 4 of 5 lamp</p>');
  });

  test('leaves out what only leads to a heading’s own place, and the numbers beside code', async () => {
    const html =
      '<h2>Tides <a href="#tides">¶</a></h2><table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>';
    expect(await roundTrip(html)).toBe(
      '<section data-pdf-page="1"><h2>Tides</h2><pre><code>a\nb</code></pre></section>',
    );
  });

  test('keeps its title and language', async () => {
    const { bytes } = await write(article);
    await expect(readPdf(bytes)).resolves.toMatchObject({
      title: 'Tides <and> moons',
      language: 'en',
    });
  });

  test('keeps the order of rows over pages, and meets header rows once', async () => {
    const rows = Array.from(
      { length: 90 },
      (_, index) => `<tr><td>Row ${index + 1}</td><td>${index * 3}</td></tr>`,
    );
    const html = await roundTrip(
      `<table><thead><tr><th>Name</th><th>Value</th></tr></thead>${rows.join('')}</table>`,
    );
    const names = [...html.matchAll(/<td>Row (\d+)<\/td>/g)].map((match) => Number(match[1]));
    expect(names).toEqual(rows.map((_, index) => index + 1));
    expect(html.match(/<th>Name<\/th>/g)).toHaveLength(1);
    expect(html.match(/<section/g)?.length).toBeGreaterThan(1);
  });

  test('begins with its title where it has no first heading', async () => {
    expect(await roundTrip('<title>Harbour</title><p>Text')).toContain(
      '<h1>Harbour</h1><p>Text</p>',
    );
  });

  test('resolves spans into columns', async () => {
    const html = await roundTrip(
      '<table><tr><th rowspan="2">Day</th><th colspan="2">High</th></tr><tr><th>Time</th><th>Height</th></tr><tr><td>Monday</td><td>04:12</td><td>5.31</td></tr></table>',
    );
    expect(html).toContain(
      '<tr><td></td><th>Time</th><th>Height</th></tr><tr><td>Monday</td><td>04:12</td><td>5.31</td></tr>',
    );
  });
});

/** Where the letters of a line stand, each 10 points wide. */
function place(text: string): readonly number[] {
  const segments = Array.from(text, (letter, index) => ({
    text: letter,
    font: 'sans' as const,
    style: plainStyle,
    size: 10,
    x: index * 10,
    width: 10,
  }));
  const fontSet = {
    fonts: new Map(),
    missing: new Map(),
    warnings: [],
    split: () => [],
    measure: () => 10,
  };
  const base = isRightToLeft(text) ? 'rtl' : 'ltr';
  return placeBothWays(segments, base, fontSet).map(({ x }) => x);
}

describe('text that runs from right to left', () => {
  test('is read in order, figures and other scripts within it too', async () => {
    const text = 'שלום עולם, 123 ספרים וגם English words באמצע. مرحبا بالعالم 2026.';
    expect(await roundTrip(`<p>${text}</p>`)).toContain(`<p>${text}</p>`);
  });

  test('stands at the right where its paragraph begins with it', () => {
    expect(place('abc')).toEqual([0, 10, 20]);
    expect(place('אבג')).toEqual([20, 10, 0]);
    // The figures run to the right, the words around them to the left.
    expect(place('א12ב')).toEqual([30, 10, 20, 0]);
    expect(place('aאבc')).toEqual([0, 20, 10, 30]);
  });
});

describe('the file', () => {
  test('is the same, byte for byte, for the same page', async () => {
    const one = await write(article);
    // What was written in between leaves no trace.
    await write('<p>ẋ × Ångström <b>in other fonts</b>');
    const other = await write(article);
    expect(Buffer.compare(one.bytes, other.bytes)).toBe(0);
    expect(Buffer.from(one.bytes).includes('CreationDate')).toBe(false);
  });

  test('is tagged, names its language, and shows its title', async () => {
    const file = Buffer.from((await write(article)).bytes).toString('latin1');
    for (const part of [
      '/MarkInfo',
      '/Marked true',
      '/StructTreeRoot',
      '/Lang (en)',
      '/DisplayDocTitle true',
      '/Outlines',
      '/S /TH',
      '/Scope /Column',
    ]) {
      expect(file).toContain(part);
    }
    // pdfkit would put the title in here without escaping it.
    expect(file).not.toContain('<x:xmpmeta');
  });

  test('holds the part of its fonts that is drawn', async () => {
    // The Chinese font alone is 10 MB.
    expect((await write(article)).bytes.length).toBeLessThan(150_000);
  });
});

describe('what cannot be shown is reported', () => {
  test('characters that no font has, by their code and never by themselves', async () => {
    const { warnings, bytes } = await write('<p>Thai: ไทย, Hindi: नन');
    expect(warnings).toEqual([
      '5 character(s) that no font at hand can draw are shown as □: U+0928 (2 times), U+0E44, U+0E17, U+0E22.',
    ]);
    expect((await readPdf(bytes)).text).toContain('Thai: □□□, Hindi: □□');
  });

  test('pages that are too many', async () => {
    const { warnings, pageCount } = await write(`<p>${'Line<br>'.repeat(500)}`, { maxPages: 3 });
    expect(pageCount).toBe(3);
    expect(warnings).toEqual([
      'The PDF has 3 pages, the most that are written; what comes after them was left out.',
    ]);
  });
});

describe('images', () => {
  const png = fixturePng([178, 84, 45]);
  const page = '<p>Before<p><img alt="A lighthouse" src="light.png"><p>After';

  test('that are given are drawn; others are named', async () => {
    const drawn = await write(page, {
      images: new Map([['https://example.com/harbour/light.png', png]]),
    });
    expect(Buffer.from(drawn.bytes).includes('/Subtype /Image')).toBe(true);
    const named = await write(page);
    expect(Buffer.from(named.bytes).includes('/Subtype /Image')).toBe(false);
    expect((await readPdf(named.bytes)).text).toContain('A lighthouse');
  });

  test('in the page itself are drawn', async () => {
    const { bytes } = await write(
      `<img alt="x" src="data:image/png;base64,${Buffer.from(png).toString('base64')}">`,
    );
    expect(Buffer.from(bytes).includes('/Subtype /Image')).toBe(true);
  });

  test.each<readonly [what: string, bytes: Uint8Array]>([
    ['is cut off', png.subarray(0, 60)],
    ['unpacks to gigabytes', pngWith(deflateSync(Buffer.alloc(40_000_000)), 20, 20)],
    ['claims to be huge', pngWith(deflateSync(Buffer.alloc(100)), 60_000, 60_000)],
    ['has fewer pixels than it says', pngWith(deflateSync(Buffer.alloc(10)), 20, 20)],
    ['holds noise', pngWith(Buffer.from('no zlib stream'), 20, 20)],
    [
      'is a JPEG without a frame',
      Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xff, 0xff, 0xd9),
    ],
    ['is nothing', new Uint8Array()],
  ])('a picture that %s is named instead', async (_what, bytes) => {
    const written = await write(page, {
      images: new Map([['https://example.com/harbour/light.png', bytes]]),
    });
    expect(Buffer.from(written.bytes).includes('/Subtype /Image')).toBe(false);
    expect((await readPdf(written.bytes)).text).toContain('A lighthouse');
  });

  test('are as large as the page says, and icons do not break their line', async () => {
    const images = asLight(png);
    const widthOf = async (attributes: string): Promise<string | undefined> => {
      const { bytes } = await write(`<img src="light.png" alt="x" ${attributes}>`, { images });
      return imageMatrix(bytes)?.replaceAll(/(\.\d)\d+/g, '$1');
    };
    expect(await widthOf('')).toBe('36 0 0 -36');
    expect(await widthOf('width="96" height="5"')).toBe('72 0 0 -72');
    expect(await widthOf('height=200px')).toBe('150 0 0 -150');
    expect(await widthOf('width="100%"')).toBe('36 0 0 -36');
    expect(await widthOf('width=20000')).toBe('483.2 0 0 -483.2');
    const line = await roundTrip('<p>A <img src="light.png" alt="lamp" width=16 height=16> burns', {
      images,
    });
    expect(line).toContain('A lamp burns');
  });

  test('without transparency go into the file as they are packed; with it they stand on white', async () => {
    const opaque = await write(page, { images: asLight(png) });
    expect(Buffer.from(opaque.bytes).toString('latin1')).toContain('/Predictor 15');
    const half = Buffer.alloc(20 * 41, 128);
    for (let row = 0; row < 20; row += 1) half[row * 41] = 0;
    const clear = await write(page, { images: asLight(pngWith(deflateSync(half), 20, 20, 4)) });
    const file = Buffer.from(clear.bytes);
    expect(file.toString('latin1')).not.toContain('/Predictor');
    // Grey 128 at half strength on white.
    expect(file.includes(deflateSync(Buffer.alloc(20 * 20 * 3, 191)))).toBe(true);
  });

  test('that turn out to be broken, or are too many pixels together, are reported', async () => {
    const large = pngWith(deflateSync(Buffer.alloc(3_500 * 7_001)), 3_500, 3_500, 4);
    const names = ['a', 'b', 'c'];
    const images = new Map(
      names.map((name) => [
        `https://example.com/harbour/${name}.png`,
        name === 'c' ? png.subarray(0, 60) : large,
      ]),
    );
    const { bytes, warnings } = await write(
      names.map((name) => `<p><img alt="Picture ${name}" src="${name}.png">`).join(''),
      { images },
    );
    expect(warnings).toEqual([
      '2 picture(s) are shown by their alternative text: they are broken, or have too many pixels.',
    ]);
    expect((await readPdf(bytes)).text).toBe('Picture b\nPicture c');
  });
});

describe('a page of any shape', () => {
  test.each<readonly [what: string, html: string]>([
    ['nothing', ''],
    ['forty thousand nested elements', '<div><blockquote><ul><li>'.repeat(10_000) + 'deep'],
    ['one word of a million letters', `<p>${'a'.repeat(1_000_000)}`],
    ['a table of a thousand columns', `<table><tr>${'<td>cell'.repeat(1_000)}</table>`],
    [
      'cells that span everything',
      '<table><tr><td colspan=1000 rowspan=65534>a<td>b<tr><td>c</table>',
    ],
    [
      'a cell longer than a page',
      `<table><tr><td>${'word '.repeat(550)}<td>${'line<br>'.repeat(200)}</table>`,
    ],
    ['a link that is no address', '<a href="http://[">x</a><a href="javascript:alert(1)">y</a>'],
    ['lists of lists without items', '<ul><ul><ul>text</ul></ul><li></ul>'],
  ])('%s is written', async (_what, html) => {
    const { bytes, pageCount } = await write(html, { maxPages: 30 });
    expect(pageCount).toBeGreaterThan(0);
    expect(Buffer.from(bytes).includes('%%EOF')).toBe(true);
    expect(Buffer.from(bytes).includes('javascript:')).toBe(false);
  });

  test('an abort stops the writing with its reason', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const writing = write(
      `<p>${'Text of a very long page. '.repeat(15_000)}`.replaceAll('page.', 'page.<p>'),
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(reason), 20);
    await expect(writing).rejects.toBe(reason);
  });

  test('others get their turn while a long page is written', async () => {
    let turns = 0;
    const counter = setInterval(() => (turns += 1), 5);
    await write('<p>Text of a long page, in many paragraphs.'.repeat(6_000));
    clearInterval(counter);
    expect(turns).toBeGreaterThan(10);
  });
});

/** How the first picture of a file is scaled. */
function imageMatrix(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes);
  for (let at = file.indexOf('stream\n'); at !== -1; at = file.indexOf('stream\n', at + 7)) {
    try {
      const content = inflateSync(file.subarray(at + 7)).toString('latin1');
      const found = /([\d.]+ 0 0 -[\d.]+) [\d.]+ [\d.]+ cm\n\/I1 Do/.exec(content);
      if (found !== null) return found[1];
    } catch {
      // Not all streams are packed.
    }
  }
  return undefined;
}

function asLight(bytes: Uint8Array): NonNullable<ToPdfInput['images']> {
  return new Map([['https://example.com/harbour/light.png', bytes]]);
}

/** A PNG of 8-bit grey, or another colour type, whose pixels are given as packed. Checksums are left at 0. */
function pngWith(packed: Uint8Array, width: number, height: number, colourType = 0): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = colourType;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', packed),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}
