import type { Locator } from 'playwright-core';
import type { RecipeStep } from '../../../runtime/contracts/recipe/recipe.ts';
import { raceSignal } from '../../../runtime/signals/waiting.ts';
import { nameStep } from '../fail-step.ts';
import type { Tab } from '../watch-documents.ts';
import type { ReplayRun } from './replay-run.ts';

interface TakePictureInput {
  readonly run: ReplayRun;
  readonly step: Pick<RecipeStep, 'path' | 'type'>;
  readonly tab: Tab;
  /** What the picture shows; a part of its file's name. */
  readonly name: string;
  /** The element to show, or how much of the page. */
  readonly of: Locator | 'window' | 'whole page';
  readonly timeoutMs: number;
}

/** CSS pixels of one side: browsers draw no larger picture at once. */
const maxSide = 16_384;
/** CSS pixels of a picture: some 100 MB while it is drawn. */
const maxPixels = 25_000_000;

/**
 * Keeps a picture in the run's folder, a CSS pixel to a pixel. Resolves to the name of its file; `undefined` where it was not taken, which
 * a warning says. Rejects with Playwright's error when the page does not show the element in time.
 */
export async function takePicture(input: TakePictureInput): Promise<string | undefined> {
  const { run, step, name } = input;
  const { downloads } = run.recipe.request.files;
  // A recipe with screenshots is refused before its run where there is no folder.
  if (downloads === undefined) return undefined;
  const refuse = (why: string): undefined => {
    run.report.warn(`${nameStep(step)}: a screenshot was not kept: ${why}.`);
    return undefined;
  };
  const { maxBytes, refused } = downloads.admit('screenshot');
  if (maxBytes === 0) return refuse(refused);
  const shot = await draw(input);
  if (shot === undefined) return refuse('its element is not shown');
  if (shot === 'too large') return refuse('its element is too large for a picture');
  const kept = await downloads.keep({
    step: step.path,
    kind: 'screenshot',
    name: `${name}.png`,
    url: undefined,
    content: shot,
  });
  return 'refused' in kept ? refuse(kept.refused) : kept.name;
}

async function draw(input: TakePictureInput): Promise<Buffer | 'too large' | undefined> {
  const { run, tab, of, timeoutMs: timeout } = input;
  // Motion is stopped meanwhile: a picture of a fading page shows neither page.
  const options = { type: 'png', scale: 'css', animations: 'disabled', timeout } as const;
  if (typeof of !== 'string') {
    const box = await raceSignal(of.boundingBox({ timeout }), run.session.signal);
    if (box === null || box.width < 1 || box.height < 1) return undefined;
    const isTooLarge =
      Math.max(box.width, box.height) > maxSide || box.width * box.height > maxPixels;
    return isTooLarge ? 'too large' : raceSignal(of.screenshot(options), run.session.signal);
  }
  const isFull = of === 'whole page';
  const asked = tab.devtools.send('Page.getLayoutMetrics');
  const { cssContentSize, cssLayoutViewport } = await raceSignal(asked, run.session.signal);
  const whole = isFull
    ? { width: Math.ceil(cssContentSize.width), height: Math.ceil(cssContentSize.height) }
    : { width: cssLayoutViewport.clientWidth, height: cssLayoutViewport.clientHeight };
  const width = Math.min(whole.width, maxSide);
  const height = Math.min(whole.height, maxSide, Math.floor(maxPixels / width));
  if (width < whole.width || height < whole.height) {
    run.report.warn(
      `${nameStep(input.step)}: the page is too large for a picture; its first ${width} × ${height} pixels are kept.`,
    );
  }
  const clip = { x: 0, y: 0, width, height };
  return raceSignal(
    tab.page.screenshot({ ...options, fullPage: isFull, clip }),
    run.session.signal,
  );
}
