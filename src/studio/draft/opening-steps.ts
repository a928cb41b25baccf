import type { StepDocument } from './recipe-document.ts';

/** The page that a recipe begins with. */
export interface OpeningPage {
  readonly url: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether it takes the browser for a phone with a touch screen. */
  readonly isMobile: boolean;
}

/** Returns the first steps of a recipe: the size of the page and its address, which a blank page has not. */
export function toOpeningSteps(page: OpeningPage): readonly StepDocument[] {
  const { url } = page;
  if (!/^https?:/i.test(url)) return [toViewportStep(page)];
  const assertedEvents = [{ type: 'navigation', url }];
  return [toViewportStep(page), { type: 'navigate', url, assertedEvents }];
}

/** Returns the step that sets the size of the page. */
export function toViewportStep({
  width,
  height,
  isMobile,
}: Omit<OpeningPage, 'url'>): StepDocument {
  const device = { deviceScaleFactor: 1, isMobile, hasTouch: isMobile, isLandscape: false };
  return { type: 'setViewport', width, height, ...device };
}
