import { chromium, type Page } from 'playwright-core';
import { realBrowserOptions } from '../support/real-browser.ts';

/** What Chromium shows of a word; `unclear` where people might see a trace of it, or would have to scroll. */
export type Visibility = 'seen' | 'hidden' | 'unclear';

export interface SightOracle {
  judge(html: string, words: readonly string[]): Promise<ReadonlyMap<string, Visibility>>;
  close(): Promise<void>;
}

/** Levels of red, green or blue up to which people see no difference, and from which on they do. */
const levels = { same: 8, other: 24 };
/** Pixels of a word that must change before it counts as seen. */
const minPixels = 6;
/** CSS pixels of a line's height up to which text is unreadable, and from which on it is read. */
const heights = { unreadable: 4, readable: 8 };

/**
 * Says what people see of a page by pixels of a real Chromium, once all animations have ended: a word is seen if other letters in
 * its place make another picture. That decides about everything that can hide text, in the way in which it hides it (boxes, clips,
 * colours, stacking, transforms), without a model of any. All words are exchanged at once first; where the place of a word
 * overlaps with that of another one, it is exchanged alone.
 */
export async function createSightOracle(): Promise<SightOracle> {
  const { executablePath, sandbox } = realBrowserOptions();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: sandbox === false ? ['--no-sandbox'] : [],
  });
  const context = await browser.newContext({ viewport: { width: 1_280, height: 720 } });
  const page = await context.newPage();
  const counter = await context.newPage();
  return {
    async judge(html, words) {
      await page.setContent(html);
      const places = await page.evaluate(findPlaces, words);
      const before = await takePicture(page);
      await page.evaluate(exchange, words);
      const after = await takePicture(page);
      const boxes = words.map((word) => places[word]?.boxes ?? []);
      const changes = await counter.evaluate(countChanges, { before, after, boxes, levels });
      const sights = new Map<string, Visibility>();
      for (const [index, word] of words.entries()) {
        const place = places[word];
        const change = changes[index];
        if (place === undefined || change === undefined || place.height <= heights.unreadable)
          sights.set(word, 'hidden');
        else if (place.isOutside || place.height < heights.readable) sights.set(word, 'unclear');
        else if (change.own >= minPixels) sights.set(word, 'seen');
        else if (change.shared === 0 && change.own === 0 && change.faint === 0)
          sights.set(word, 'hidden');
        else if (change.shared === 0) sights.set(word, 'unclear');
        else sights.set(word, await judgeAlone(html, word, before));
      }
      return sights;
    },
    async close() {
      await browser.close();
    },
  };

  async function judgeAlone(html: string, word: string, before: string): Promise<Visibility> {
    await page.setContent(html);
    const places = await page.evaluate(findPlaces, [word]);
    await page.evaluate(exchange, [word]);
    const after = await takePicture(page);
    const boxes = [places[word]?.boxes ?? []];
    const [change] = await counter.evaluate(countChanges, { before, after, boxes, levels });
    if (change === undefined || (change.own === 0 && change.faint === 0)) return 'hidden';
    return change.own >= minPixels ? 'seen' : 'unclear';
  }
}

async function takePicture(page: Page): Promise<string> {
  const bytes = await page.screenshot({ animations: 'allow', caret: 'hide' });
  return `data:image/png;base64,${bytes.toString('base64')}`;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Place {
  readonly boxes: readonly Box[];
  /** CSS pixels of the highest box. */
  readonly height: number;
  /** Whether a part of it is where one would have to scroll to. */
  readonly isOutside: boolean;
}

/** Runs in the page. Ends all animations and says where words stand. */
function findPlaces(words: readonly string[]): Record<string, Place> {
  for (const animation of document.getAnimations()) {
    const end = animation.effect?.getComputedTiming().endTime;
    if (typeof end === 'number' && Number.isFinite(end)) animation.finish();
  }
  const places: Record<string, Place> = {};
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    for (const word of words) {
      const at = text.indexOf(word);
      if (at < 0 || !node.parentElement?.checkVisibility()) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      const boxes = [...range.getClientRects()].map(({ left, top, right, bottom }) => ({
        left,
        top,
        right,
        bottom,
      }));
      if (boxes.length === 0) continue;
      const height = Math.max(...boxes.map(({ top, bottom }) => bottom - top));
      const isFixed = ((): boolean => {
        for (
          let each: HTMLElement | null = node.parentElement;
          each !== null;
          each = each.parentElement
        )
          if (getComputedStyle(each).position === 'fixed') return true;
        return false;
      })();
      const isOutside =
        !isFixed &&
        boxes.some(
          ({ left, top, right, bottom }) =>
            (right > innerWidth || bottom > innerHeight) &&
            right > 0 &&
            bottom > 0 &&
            left < 9e4 &&
            top < 9e4,
        );
      places[word] = { boxes, height, isOutside };
    }
  }
  return places;
}

/** Runs in the page. Writes other letters in the place of words. */
function exchange(words: readonly string[]): void {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const word of words)
      if (node.nodeValue?.includes(word) === true)
        node.nodeValue = node.nodeValue.replace(word, 'M'.repeat(word.length));
  }
}

interface Changes {
  /** Pixels that differ where no other word stands; a little, and clearly. */
  readonly faint: number;
  readonly own: number;
  /** Pixels that differ where another word stands, too. */
  readonly shared: number;
}

interface CountInput {
  readonly before: string;
  readonly after: string;
  readonly boxes: readonly (readonly Box[])[];
  readonly levels: { readonly same: number; readonly other: number };
}

/** Runs in a page. Counts what differs between two pictures in the place of each word. */
async function countChanges({
  before,
  after,
  boxes,
  levels: { same, other },
}: CountInput): Promise<readonly Changes[]> {
  const read = async (picture: string): Promise<ImageData> => {
    const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawing = canvas.getContext('2d');
    if (drawing === null) throw new Error('No canvas.');
    drawing.drawImage(bitmap, 0, 0);
    return drawing.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  const [one, two] = [await read(before), await read(after)];
  const { width, height } = one;
  /** The word whose place a pixel is, from 1; 255 where several are. */
  const owners = new Uint8Array(width * height);
  const each = (box: Box, visit: (pixel: number) => void): void => {
    const right = Math.min(width, Math.ceil(box.right) + 1);
    const bottom = Math.min(height, Math.ceil(box.bottom) + 1);
    for (let y = Math.max(0, Math.floor(box.top) - 1); y < bottom; y += 1)
      for (let x = Math.max(0, Math.floor(box.left) - 1); x < right; x += 1) visit(y * width + x);
  };
  for (const [index, list] of boxes.entries())
    for (const box of list)
      each(box, (pixel) => {
        const owner = owners[pixel] ?? 0;
        owners[pixel] = owner === 0 || owner === index + 1 ? index + 1 : 255;
      });
  return boxes.map((list, index) => {
    const counts = { faint: 0, own: 0, shared: 0 };
    for (const box of list)
      each(box, (pixel) => {
        let change = 0;
        for (let channel = 0; channel < 3; channel += 1) {
          const at = pixel * 4 + channel;
          change = Math.max(change, Math.abs((one.data[at] ?? 0) - (two.data[at] ?? 0)));
        }
        if (change <= same) return;
        if (owners[pixel] !== index + 1) counts.shared += 1;
        else if (change >= other) counts.own += 1;
        else counts.faint += 1;
      });
    return counts;
  });
}
