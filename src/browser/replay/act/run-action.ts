import type {
  ChangeStep,
  ClickStep,
  DragStep,
  HoverStep,
  Offset,
  ScrollStep,
  Target,
} from '../../../runtime/contracts/recipe/recipe.ts';
import { pause, raceSignal, waitUntil } from '../../../runtime/signals/waiting.ts';
import { findLoginFailure } from '../arrive/check-arrival.ts';
import { type ActOnInput, actOn, hydrationMs, waitForListener } from './act-on.ts';
import { callFrame } from '../../call-page.ts';
import { type LocatedElement, isShown, locateTarget } from '../locate/locate-target.ts';
import type { Place } from '../tabs.ts';
import { LeftOutError, failStep, nameStep } from '../fail-step.ts';
import { isPlaywrightError } from '../../launch/load-playwright.ts';
import { toCount } from '../../../runtime/errors/shown-text.ts';
import type { Control } from '../../in-page/element-state.ts';
import { type ReplayRun, navigationTimeoutOf, timeoutOf } from '../run/replay-run.ts';
import { watchNavigation } from '../arrive/navigation.ts';
import type { Locator } from 'playwright-core';
import { findOnlyDate } from '../../../extraction/values/dates/read-date.ts';
import { closeConsent } from '../locate/close-notice.ts';

type ActionStep = ClickStep | HoverStep | ChangeStep;

/** Characters; longer texts are filled in at once: fields that suggest values take short texts. */
const maxTyped = 300;

/** Clicks, hovers or fills in an element, and waits for the navigation that follows. */
export async function runAction(run: ReplayRun, place: Place, step: ActionStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const target = step.element;
  if (run.session.tabs.hasSeveral())
    await raceSignal(place.tab.page.bringToFront(), run.session.signal);
  const element = await locateTarget({ run, place, step, target, timeoutMs });
  const limits = { signal: run.session.signal, timeoutMs };
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
  if (step.type === 'click' && control?.brings !== undefined)
    run.session.stepDownloads.expect(control.brings);
  const watch = watchNavigation(place.tab, run.session.signal);
  /** What a changed field is to hold. */
  let wanted = '';
  const keepWanted = (value: string): void => {
    wanted = value;
  };
  try {
    try {
      await actOn({
        run,
        step,
        target,
        element,
        timeoutMs,
        act: toAct({ step, element, control, run, keepWanted }),
      });
    } catch (error) {
      run.session.signal.throwIfAborted();
      if (!step.isOptional || (await isShown(run, place, target))) throw error;
      throw new LeftOutError('its element went away');
    }
    if (step.type === 'change')
      run.session.logins.noteTyped(step, place, control?.type === 'password');
    await awaitNavigation(run, step, watch);
    // By then a script has looked at the value, too.
    if (step.type === 'change') await checkKept(run, step, element, { before: control, wanted });
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
  await waitForListener(tab, first.parts, Math.min(hydrationMs, timeoutMs), run.session.signal);
}

interface ActInput {
  readonly step: ActionStep;
  readonly element: LocatedElement;
  readonly control: Control | null;
  readonly run: ReplayRun;
  readonly keepWanted: (value: string) => void;
}

function toAct({ step, element, control, run, keepWanted }: ActInput): ActOnInput['act'] {
  const { locator } = element;
  switch (step.type) {
    case 'hover':
      return (limits) => locator.hover(limits);
    case 'change':
      if (control?.type === 'number' && !isFieldNumber(step.value)) {
        throw failStep(
          step,
          'target_not_found',
          'is about a number field, which takes no other text. Give a number as the field takes it, e.g. 12.5.',
        );
      }
      return async (limits) => {
        const { signal } = run.session;
        keepWanted(await change(step, element, control, { ...limits, signal }));
      };
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

/** A valid floating-point number of the HTML standard, or nothing, which empties the field. */
function isFieldNumber(value: string): boolean {
  return /^(?:-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?)?$/i.test(value.trim());
}

interface ChangeLimits {
  readonly timeout: number;
  readonly force: boolean;
  readonly signal: AbortSignal;
}

/** Returns what the field is to hold then, as `Control` tells it. */
async function change(
  { value }: ChangeStep,
  element: LocatedElement,
  control: Control | null,
  { signal, ...limits }: ChangeLimits,
): Promise<string> {
  const { locator } = element;
  const { tag = '', type = '' } = control ?? {};
  if (tag === 'select') return choose(value, element, { signal, ...limits });
  if (type === 'checkbox' || type === 'radio') {
    const isOff = /^(?:false|off|0|)$/i.test(value) && type === 'checkbox';
    // `setChecked` would fail where a script takes the choice back before it looks, and not where it does so after.
    const isChecked = await raceSignal(locator.isChecked(limits), signal);
    if (isChecked === isOff) await raceSignal(locator.click(limits), signal);
    return String(!isOff);
  }
  if (wholeTypes.has(type)) {
    const whole = toFieldDate(type, value) ?? value;
    await raceSignal(locator.fill(whole, limits), signal);
    // The browser sends the change event of all others itself.
    if (type === 'number') await sendChange(locator, signal);
    return whole;
  }
  if (value.length > maxTyped) await raceSignal(locator.fill(value, limits), signal);
  else {
    await raceSignal(locator.fill('', limits), signal);
    // Some pages put a value of their own into an empty field.
    if (control?.isEditable === false && (await raceSignal(locator.inputValue(limits), signal)))
      await raceSignal(locator.selectText(limits), signal);
    await raceSignal(locator.pressSequentially(value, { timeout: limits.timeout }), signal);
  }
  // A browser sends it once the field is left, and the next step may only look. Leaving it would close its suggestions.
  if (control?.isEditable === false && control.value !== undefined && control.value !== value)
    await sendChange(locator, signal);
  return value;
}

/** Chooses the option of this value, as recordings name it, else the one that is labelled so; waits for either. */
async function choose(
  value: string,
  { frame, mark, locator }: LocatedElement,
  { signal, ...limits }: ChangeLimits,
): Promise<string> {
  const endMs = performance.now() + limits.timeout;
  const options = {
    value: { value },
    label: { label: value },
    // The list was drawn anew.
    unknown: value,
  };
  const fits = await waitUntil({
    timeoutMs: limits.timeout,
    signal,
    async poll() {
      const question = { signal, timeoutMs: limits.timeout };
      const choices = await callFrame(frame, 'choices', { mark, value }, question);
      return choices === null ? 'unknown' : choices.fits;
    },
  });
  const timeout = Math.max(1, endMs - performance.now());
  const chosen = locator.selectOption(options[fits ?? 'unknown'], { ...limits, timeout });
  return (await raceSignal(chosen, signal)).join('\n');
}

/** Tells the page that a field has changed, while it is still there: typing may have led to another page. */
async function sendChange(locator: Locator, signal: AbortSignal): Promise<void> {
  try {
    const elements = await raceSignal(locator.elementHandles(), signal);
    await raceSignal(Promise.all(elements.map((each) => each.dispatchEvent('change'))), signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isPlaywrightError(error)) throw error;
  }
}

/** Returns a date that is written with a month's name, which leaves no doubt what is the day, as a date field takes it. */
function toFieldDate(type: string, value: string): string | undefined {
  return type === 'date' && /\p{L}{3}/u.test(value) ? findOnlyDate(value, {})?.day : undefined;
}

/** Warns where a field holds something else than was put into it; masks that only add signs, and suggestions, are none of that. */
async function checkKept(
  run: ReplayRun,
  step: ChangeStep,
  { frame, mark }: LocatedElement,
  { before, wanted }: { readonly before: Control | null; readonly wanted: string },
): Promise<void> {
  if (before?.value === undefined || mark === undefined) return;
  const limits = { signal: run.session.signal, timeoutMs: timeoutOf(run, step) };
  // The page may be on its way to another one.
  const after = await callFrame(frame, 'control', { mark }, limits).catch(() => {
    run.session.signal.throwIfAborted();
    return null;
  });
  if (after?.value === undefined) return;
  if (isChoice(before)) {
    if (after.value !== wanted)
      run.report.warn(`${nameStep(step)}: the page took the choice back, or chose another.`);
    return;
  }
  if (isKept(after.value, wanted, before.type)) return;
  const holds =
    after.value === ''
      ? 'is empty'
      : `holds ${toCount(after.value.length, 'character')} that differ from the ${wanted.length} given`;
  run.report.warn(
    `${nameStep(step)}: the field did not keep the value and ${holds}. Give it as the field takes it${formats[before.type] ?? ''}.`,
  );
}

function isChoice({ tag, type }: Control): boolean {
  return tag === 'select' || type === 'checkbox' || type === 'radio';
}

/** How the value of a field is written, by its type. */
const formats: Readonly<Record<string, string>> = {
  date: ', e.g. 2026-03-05',
  'datetime-local': ', e.g. 2026-03-05T14:30',
  month: ', e.g. 2026-03',
  week: ', e.g. 2026-W10',
  time: ', e.g. 14:30',
  number: ', e.g. 12.5',
  color: ', e.g. #ff8800',
};

function isKept(kept: string, wanted: string, type: string): boolean {
  const isEmptied = wanted.trim() === '';
  if (type === 'number' || type === 'range')
    return Number(kept) === Number(wanted) && (kept === '') === isEmptied;
  const meant = toMeant(wanted);
  // A mask may stay in an empty field.
  if (meant === '') return isEmptied ? toMeant(kept) === '' : kept !== '';
  const holds = toMeant(kept).replaceAll(maskOwn, (sign) => (meant.includes(sign) ? sign : ''));
  if (/\p{L}/u.test(meant)) return holds.includes(meant);
  const number = holds.replaceAll(/\p{L}/gu, '');
  if (!number.endsWith(meant)) return false;
  const before = number.slice(0, number.length - meant.length);
  const isCountryCode = /^\d{1,3}$/.test(before) && kept.trim().startsWith('+');
  return isCountryCode || /^0*$/.test(before);
}

/** What a mask may add to what it was given. */
const maskOwn = /[^\p{L}\p{N}·−]/gu;
/** Signs that masks put in, take away and exchange: blanks, dashes, brackets, marks of thousands, currencies. */
const maskSigns = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Sc}.,:/_|'’]/gu;
/** A dash before a word or a number, which turns its meaning round. */
const minus = /(?<=^|\s)(\p{Sc}?)[-‐–−](?=[\p{Sc}.,]?[\p{L}\p{N}])/gu;
/** A number with a decimal mark, which may be one of thousands. */
const decimal = /(?<![\d.,])(\d*|\d{1,3}(?:([.,\s'’])\d{3})+)([.,])(\d+)(?![.,]?\d)/g;

/** Returns a text without what a mask changes: letters, digits and signs that carry a meaning, with `−` for a minus and `·` for a decimal mark. */
function toMeant(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(minus, '$1−')
    .replaceAll(decimal, (all, whole: string, group: string | undefined, mark, rest: string) => {
      const isThousands = /^[1-9]\d{0,2}$/.test(whole) && rest.length === 3;
      if (isThousands || group === mark) return all;
      const decimals = rest.replace(/0+$/, '');
      return decimals === '' ? whole : `${whole}·${decimals}`;
    })
    .replaceAll(maskSigns, '');
}

/** Moves between the two places: lists that sort themselves look at each place that the pointer passes. */
const moves = 12;
/** Milliseconds in all between taking and moving, and between arriving and dropping: some lists wait for a long press. */
const holdMs = 120;

/** CSS pixels; from 5 on, browsers and libraries take a move for a drag. */
const firstMove = 6;

/** Drags with the mouse, which sorts lists, moves sliders, draws, and drops what HTML calls draggable. */
export async function runDrag(run: ReplayRun, place: Place, step: DragStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const { signal } = run.session;
  const { page } = place.tab;
  const { mouse } = page;

  /** Returns the place of an element in the window, in CSS pixels. */
  async function requirePoint(locator: Locator, offset: Offset | undefined): Promise<Offset> {
    const box = await raceSignal(locator.boundingBox({ timeout: timeoutMs }), signal);
    if (box === null) {
      const what = 'cannot drag from or to an element that is not shown.';
      throw failStep(step, 'target_not_found', what);
    }
    const { x, y } = offset ?? { x: box.width / 2, y: box.height / 2 };
    return { x: box.x + x, y: box.y + y };
  }

  if (run.session.tabs.hasSeveral()) await raceSignal(page.bringToFront(), signal);
  const found = { run, place, step, timeoutMs };
  const from = await locateTarget({ ...found, target: step.element });
  const to = step.to === undefined ? from : await locateTarget({ ...found, target: step.to });
  const watch = watchNavigation(place.tab, signal);
  let isHeld = false;
  try {
    const { offset } = step;
    await actOn({
      run,
      step,
      target: step.element,
      element: from,
      timeoutMs,
      act: (limits) => from.locator.hover({ ...limits, ...(offset && { position: offset }) }),
    });
    isHeld = true;
    await raceSignal(mouse.down(), signal);
    await pause(holdMs, signal);
    // A drag begins with the first move, where the element still lies: the place to drop may have to be scrolled to.
    const start = await requirePoint(from.locator, offset);
    await raceSignal(mouse.move(start.x + firstMove, start.y + firstMove), signal);
    await raceSignal(to.locator.scrollIntoViewIfNeeded({ timeout: timeoutMs }), signal);
    const { x, y } = await requirePoint(to.locator, step.toOffset);
    await raceSignal(mouse.move(x, y, { steps: moves }), signal);
    await pause(holdMs, signal);
    // What arrived may have moved aside: the place itself is entered once more.
    await raceSignal(mouse.move(x, y), signal);
    isHeld = false;
    await raceSignal(mouse.up(), signal);
    await awaitNavigation(run, step, watch);
  } finally {
    watch.stop();
    // A pressed button would make each later move a drag. Not awaited: a page that hangs takes its time.
    if (isHeld) void mouse.up().catch(ignoreGonePage);
  }
}

function ignoreGonePage(): void {}

/** Milliseconds within which a lazy page grows after its end comes into view, when it asks for nothing. */
const growthMs = 700;
/** CSS pixels; more than any page is high. */
const beyondAll = 1e9;

/**
 * Scrolls to an absolute position, to an element, or to the end. A lazy page may be too short at first: it is scrolled to
 * its end until it is long enough or stops growing.
 */
export async function runScroll(run: ReplayRun, place: Place, step: ScrollStep): Promise<void> {
  const timeoutMs = timeoutOf(run, step);
  const { element: target, x, isToEnd } = step;
  const located =
    target === undefined ? undefined : await locateTarget({ run, place, step, target, timeoutMs });
  if (located === undefined) await closeConsent(run, place.frame, { onlyLocked: true });
  const limits = { signal: run.session.signal, timeoutMs };
  const y = isToEnd ? beyondAll : step.y;
  const scroll = () => callFrame(place.frame, 'scroll', { mark: located?.mark, x, y }, limits);
  // The end of a feed is as far as many pages.
  const endMs = performance.now() + (isToEnd ? navigationTimeoutOf(run, step) : timeoutMs);
  const wanted = Math.floor(y ?? 0);
  let at = await scroll();
  let isWaiting = false;
  while (at.y < wanted && performance.now() < endMs) {
    const { maxY } = at;
    const startedMs = performance.now();
    // What was open before may be a stream, which never ends.
    const ignored = run.session.requests?.list();
    const grown = await waitUntil({
      timeoutMs: Math.min(timeoutMs, endMs - startedMs),
      signal: run.session.signal,
      async poll() {
        const now = await scroll();
        if (now.maxY > maxY) return now;
        isWaiting = (run.session.requests?.paths(ignored).length ?? 0) > 0;
        return !isWaiting && performance.now() - startedMs >= growthMs ? now : undefined;
      },
    });
    if (grown === undefined || grown.maxY <= maxY) break;
    at = grown;
  }
  if (isToEnd && (isWaiting || performance.now() >= endMs)) {
    run.report.warn(`${nameStep(step)} ran out of time while the page was loading more.`);
  }
}
