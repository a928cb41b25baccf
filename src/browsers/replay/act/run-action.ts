import type { ChangeStep, ClickStep, HoverStep, Target } from '../../../contracts/recipe/recipe.ts';
import { raceSignal } from '../../../signals/race-signal.ts';
import { findLoginFailure } from '../arrive/check-arrival.ts';
import { type ActOnInput, actOn } from './act-on.ts';
import { callFrame } from '../../in-page/call-frame.ts';
import { isShown } from '../locate/is-shown.ts';
import type { Place } from '../frames/create-tabs.ts';
import { failStep, LeftOutError } from '../fail-step.ts';
import type { Control } from '../../in-page/create-observer.ts';
import { type LocatedElement, locateTarget } from '../locate/locate-target.ts';
import { type ReplayRun, navigationTimeoutOf, timeoutOf } from '../run/replay-run.ts';
import { hydrationMs, waitForListener } from '../wait/wait-for-listener.ts';
import { watchNavigation } from '../wait/watch-navigation.ts';

type ActionStep = ClickStep | HoverStep | ChangeStep;

/** Characters; longer texts are filled in at once: fields that suggest values take short texts. */
const maxTyped = 300;

/** Clicks, hovers or fills in an element, and waits for the navigation that follows. */
export async function runAction(run: ReplayRun, place: Place, step: ActionStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const target = step.element;
  if (run.tabs.hasSeveral()) await raceSignal(place.tab.page.bringToFront(), run.signal);
  const element = await locateTarget({ run, place, step, target, timeoutMs });
  const limits = { signal: run.signal, timeoutMs };
  const control = await callFrame(element.frame, 'control', { mark: element.mark }, limits);
  if (step.type === 'change' && control?.type === 'file') {
    const what =
      'is about a file field, which takes no text; choose a file by the customStep "upload".';
    throw failStep(step, 'target_not_found', what);
  }
  const isMainFrame = place.frame === place.tab.page.mainFrame();
  if (step.type !== 'change' && control?.isNative === false && isMainFrame && !element.isHealed) {
    await waitForClickable(run, place, target, timeoutMs);
  }
  if (step.type === 'click' && control?.brings !== undefined) run.downloads.expect(control.brings);
  const watch = watchNavigation(place.tab, run.signal);
  try {
    try {
      await actOn({
        run,
        step,
        target,
        element,
        timeoutMs,
        act: toAct(step, element, control, run),
      });
    } catch (error) {
      run.signal.throwIfAborted();
      if (!step.isOptional || (await isShown(run, place, target))) throw error;
      throw new LeftOutError('its element went away');
    }
    if (step.type === 'change') run.logins.noteTyped(step, place, control?.type === 'password');
    await awaitNavigation(run, step, watch);
  } finally {
    watch.stop();
  }
}

/** Waits for the end of a navigation that follows an action; a recorded navigation must happen. */
export async function awaitNavigation(
  run: ReplayRun,
  step: Pick<ActionStep, 'path' | 'timeoutMs' | 'navigations'> & { readonly type: string },
  watch: ReturnType<typeof watchNavigation>,
): Promise<void> {
  const mustCome = step.navigations.length > 0;
  const timeoutMs = navigationTimeoutOf(run, step);
  const hasCome = await watch.waitForNavigation({ mustCome, timeoutMs });
  if (!mustCome || hasCome) return;
  const refused = await findLoginFailure(run, step as ActionStep);
  if (refused !== undefined) throw refused;
  const what = `led to no other page within ${timeoutMs / 1_000} s, as it did when it was recorded.`;
  throw failStep(step as ActionStep, 'timed_out', what);
}

async function waitForClickable(
  run: ReplayRun,
  { tab }: Place,
  { selectors }: Target,
  timeoutMs: number,
): Promise<void> {
  const [first] = selectors;
  await waitForListener(tab, first.parts, Math.min(hydrationMs, timeoutMs), run.signal);
}

function toAct(
  step: ActionStep,
  element: LocatedElement,
  control: Control | null,
  run: ReplayRun,
): ActOnInput['act'] {
  const { locator } = element;
  switch (step.type) {
    case 'hover':
      return (limits) => locator.hover(limits);
    case 'change':
      return (limits) => change(step, element, control, limits, run);
    case 'click':
    case 'doubleClick':
      break;
  }
  const { button } = step;
  if (button === 'back' || button === 'forward') {
    const page = element.frame.page();
    return ({ timeout }) =>
      button === 'back' ? page.goBack({ timeout }) : page.goForward({ timeout });
  }
  const options = { button, ...toPosition(step, element, control) };
  const delay = step.holdMs === undefined ? {} : { delay: step.holdMs };
  if (step.type === 'doubleClick') {
    return (limits) => locator.dblclick({ ...options, ...delay, ...limits });
  }
  return (limits) => locator.click({ ...options, ...delay, ...limits });
}

/** Returns the recorded position if the element is the recorded one and the position is still inside it. */
function toPosition(
  { offset }: ClickStep,
  { isHealed }: LocatedElement,
  control: Control | null,
): { readonly position?: { readonly x: number; readonly y: number } } {
  if (offset === undefined || isHealed || control === null) return {};
  const isInside =
    offset.x > 0 && offset.y > 0 && offset.x < control.width && offset.y < control.height;
  return isInside ? { position: { x: offset.x, y: offset.y } } : {};
}

/** Input types whose value is set at once; text is typed into the others, so that key listeners run. */
const wholeTypes: ReadonlySet<string> = new Set([
  'date',
  'datetime-local',
  'month',
  'time',
  'week',
  'color',
  'range',
  'number',
]);

async function change(
  { value }: ChangeStep,
  { locator }: LocatedElement,
  control: Control | null,
  limits: { readonly timeout: number; readonly force: boolean },
  { signal }: ReplayRun,
): Promise<void> {
  const { tag = '', type = '' } = control ?? {};
  if (tag === 'select') {
    await raceSignal(locator.selectOption(value, limits), signal);
  } else if (type === 'checkbox' || type === 'radio') {
    const isOff = /^(?:false|off|0|)$/i.test(value) && type === 'checkbox';
    await raceSignal(locator.setChecked(!isOff, limits), signal);
  } else if (wholeTypes.has(type) || value.length > maxTyped) {
    await raceSignal(locator.fill(value, limits), signal);
  } else {
    await raceSignal(locator.fill('', limits), signal);
    await raceSignal(locator.pressSequentially(value, { timeout: limits.timeout }), signal);
  }
}
