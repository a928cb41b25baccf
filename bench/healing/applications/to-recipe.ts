import type { ProposedSelector } from '../../../src/runtime/contracts/recipe/fingerprint.ts';
import type { Application } from './application.ts';
import { allSaved, type ReadingSelectors, type Scene } from './walk-markup.ts';

/** Steps of a recording: what was done to an application on one of its markups, as Chrome's Recorder writes it. */
export function toRecordedSteps(
  { actions }: Application,
  scenes: readonly Scene[],
  url: string,
): readonly unknown[] {
  const steps = actions.map(({ value }, at) => {
    const scene = scenes[at];
    const selectors = (scene?.selectors ?? [])
      .flatMap(withPiercing)
      .map((selector) => [selector].flat());
    if (value !== undefined) return { type: 'change', target: 'main', selectors, value };
    const { width = 0, height = 0 } = scene?.target.element.box ?? {};
    return { type: 'click', target: 'main', selectors, offsetX: width / 2, offsetY: height / 2 };
  });
  // The page must not close on what it saves.
  const end = { type: 'waitForElement', selectors: [[allSaved]] };
  return [{ type: 'navigate', url }, ...steps, end];
}

/** Chrome records every CSS selector once more for its player that enters shadow roots. */
function withPiercing(selector: ProposedSelector): readonly ProposedSelector[] {
  if (typeof selector !== 'string' || /^(?:aria|text|xpath)\//.test(selector)) return [selector];
  return [selector, `pierce/${selector}`];
}

/** Steps that read the list of an application. */
export function toReadingSteps(
  { items, fields }: ReadingSelectors,
  url: string,
): readonly unknown[] {
  const parameters = {
    items,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, selectors]) => [name, { selectors }]),
    ),
  };
  return [
    { type: 'navigate', url },
    { type: 'customStep', name: 'extract', parameters },
  ];
}
