import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { readFlow } from '../flow/read-flow.ts';
import { createFontSet } from '../font-set.ts';
import type { PdfImage } from '../open-image.ts';
import { layOutFlow } from './lay-out-flow.ts';
import type { LaidOutPage } from './page-cursor.ts';

const url = 'https://harbour.test/';
const source = `${url}walls.png`;
/** Only its size is looked at here. */
const image = { width: 400, height: 300, isRepacked: false } as unknown as PdfImage;

test('headings one below the other stand on the page of what they head', async () => {
  for (let lines = 0; lines < 45; lines += 1) {
    const html = `${'<p>Line'.repeat(lines)}<h2>Walls</h2><h3>Quay</h3><img src="walls.png">`;
    const pages = await layOut(html);
    const places = pages.flatMap(({ items }, page) =>
      items.flatMap((item) =>
        item.kind === 'image' || ('structure' in item && /^H\d/.test(item.structure?.type ?? ''))
          ? [page]
          : [],
      ),
    );
    expect(places, `after ${lines} lines`).toHaveLength(3);
    expect(new Set(places).size, `after ${lines} lines`).toBe(1);
  }
});

test.each([
  ['below', '<figure><img src="walls.png"><figcaption>The quay walls</figcaption></figure>'],
  ['above', '<figure><figcaption>The quay walls</figcaption><img src="walls.png"></figure>'],
])('a caption %s its picture stands on its page, wherever that begins', async (_where, figure) => {
  for (let lines = 0; lines < 45; lines += 1) {
    const html = `${'<p>Line'.repeat(lines)}${figure}`;
    const pages = await layOut(html);
    const places = pages.flatMap(({ items }, page) =>
      items.flatMap((item) =>
        item.kind === 'image' || ('structure' in item && item.structure?.type === 'Caption')
          ? [page]
          : [],
      ),
    );
    expect(places, `after ${lines} lines`).toHaveLength(2);
    expect(new Set(places).size, `after ${lines} lines`).toBe(1);
  }
});

async function layOut(html: string): Promise<readonly LaidOutPage[]> {
  const { blocks } = readFlow({
    document: parseDocument(html),
    url,
    hasImage: (each) => each === source,
    maxBlocks: 1_000,
  });
  const fontSet = await createFontSet([]);
  const images = new Map([[source, image]]);
  return layOutFlow({ blocks, fontSet, images, maxPages: 9 }).pages;
}
