import type { ExtractStep, RecipeStep } from '../../runtime/contracts/recipe/recipe.ts';
import type { PaginationEnd, ReplayRequest } from '../../runtime/contracts/recipe/replay.ts';
import type { StepOf, StepType } from '../../recipes/steps/step-kind.ts';
import { advice } from '../../runtime/errors/advice.ts';
import { invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { raceSignal } from '../../runtime/signals/waiting.ts';
import type { Place } from './tabs.ts';
import { nameStep } from './fail-step.ts';
import { type ReplayRun, navigationTimeoutOf, timeoutOf } from './run/replay-run.ts';
import { navigateTab, watchNavigation } from './arrive/navigation.ts';
import { awaitNavigation, runAction, runDrag, runScroll } from './act/run-action.ts';
import { runUpload } from './act/run-upload.ts';
import { runWaitForElement, runWaitForExpression, runWaitStep } from './act/run-wait.ts';
import { locateTarget } from './locate/locate-target.ts';
import { runExtract } from './read/run-extract.ts';
import { isPicture } from './read/page-reader.ts';
import { runPaginate } from './paginate/run-paginate.ts';
import { takePicture } from './run/take-picture.ts';

/** How steps of one type are taken. Members that say whether something holds are `false` where they are left out. */
export interface StepRunner<Step extends RecipeStep> {
  run(run: ReplayRun, place: Place, step: Step, progress: Progress): Promise<unknown>;
  /** Whether it may open a page or load more of it: the limits of a page count anew from it. */
  readonly bringsContent?: boolean;
  /** Whether it brings documents as a rule: each of these has the step's time to reply, else the step has it as a whole. */
  readonly opensDocuments?: boolean;
  /** Whether it only looks at its page: it does not wait for a document that another step asked for. */
  readonly onlyLooks?: boolean;
  /** Whether it takes the page as it is, or leaves it: an error page is no fault then. */
  readonly needsNoPage?: boolean;
  /** Whether the page that it leads to is shown to a watcher: it searches no element before it acts. */
  readonly isShownAfter?: boolean;
  /** Whether it collects items: the pages that it loads are checked where they are read. */
  readonly collects?: boolean;
  /** Whether it may send a form. */
  maySend?(step: Step): boolean;
  /** Whether it waits for requests, which are followed from the beginning then. */
  waitsForRequests?(step: Step): boolean;
  takesPictures?(step: Step): boolean;
  /** Throws what would fail a run halfway because of its recipe, before a page is opened. */
  check?(step: Step, request: Pick<ReplayRequest, 'files' | 'allowExpressions'>): Promise<void>;
}

/** State that is carried from one step to the next. */
export interface Progress {
  end: PaginationEnd;
  /** Extract steps since the last pagination, and whether their page was complete at the first reading. */
  extracted: { readonly step: ExtractStep; readonly wasImmediate: boolean }[];
}

/** Every type of step but loops, which consist of other steps. */
const stepRunners: {
  readonly [Type in Exclude<StepType, 'repeat'>]: StepRunner<StepOf<Type>>;
} = {
  navigate: {
    run: (run, { tab }, step) =>
      navigateTab({
        tab,
        url: step.url,
        timeoutMs: navigationTimeoutOf(run, step),
        step,
        session: run.session,
      }),
    bringsContent: true,
    opensDocuments: true,
    needsNoPage: true,
    isShownAfter: true,
  },
  click: { run: runAction, bringsContent: true, maySend: () => true },
  doubleClick: { run: runAction, bringsContent: true, maySend: () => true },
  hover: { run: runAction, bringsContent: true },
  change: { run: runAction, bringsContent: true },
  keyDown: {
    run: pressKey,
    bringsContent: true,
    isShownAfter: true,
    maySend: ({ key }) => key === 'Enter' || key === 'NumpadEnter',
  },
  keyUp: { run: pressKey, bringsContent: true },
  drag: { run: runDrag, bringsContent: true },
  upload: {
    run: runUpload,
    bringsContent: true,
    async check(step, { files }) {
      if (files.uploads === undefined) {
        throw refuse(
          step,
          `chooses files, and this engine has no folder of files. ${advice.allowUploads}`,
        );
      }
      // Of a loop that counts, the files of its first round.
      await files.uploads.read(step.files, `${step.path}/parameters/files`);
    },
  },
  scroll: {
    run: runScroll,
    bringsContent: true,
    onlyLooks: true,
    isShownAfter: true,
    waitsForRequests: ({ isToEnd }) => isToEnd,
  },
  wait: { run: runWaitStep, onlyLooks: true, isShownAfter: true, waitsForRequests: () => true },
  waitForElement: { run: runWaitForElement, onlyLooks: true, isShownAfter: true },
  waitForExpression: {
    run: runWaitForExpression,
    onlyLooks: true,
    isShownAfter: true,
    async check(step, { allowExpressions }) {
      if (allowExpressions) return;
      throw refuse(step, `runs code of the recipe in the page. ${advice.allowExpressions}`);
    },
  },
  screenshot: { run: runScreenshot, takesPictures: () => true, check: checkPictures },
  setViewport: {
    run: ({ session }, { tab }, { width, height }) =>
      raceSignal(tab.page.setViewportSize({ width, height }), session.signal),
    needsNoPage: true,
  },
  emulateNetworkConditions: {
    run({ session }, { tab }, { download, upload, latencyMs }) {
      const emulated = tab.devtools.send('Network.emulateNetworkConditions', {
        offline: download === 0 && upload === 0,
        latency: latencyMs,
        downloadThroughput: download,
        uploadThroughput: upload,
      });
      return raceSignal(emulated, session.signal);
    },
    needsNoPage: true,
  },
  close: {
    run: ({ session }, { tab }) => raceSignal(tab.page.close(), session.signal),
    needsNoPage: true,
  },
  extract: {
    async run(run, place, step, progress) {
      const rested = await runExtract(run, place, step);
      // The same step of an earlier round may differ in what its `{{index}}` stands for.
      const others = progress.extracted.filter((other) => other.step.path !== step.path);
      const { wasImmediate = false } = rested ?? {};
      progress.extracted = [...others, { step, wasImmediate }];
    },
    onlyLooks: true,
    collects: true,
    takesPictures: ({ fields }) => fields.some(isPicture),
    check: checkPictures,
  },
  paginate: {
    async run(run, place, step, progress) {
      const { extracted } = progress;
      progress.extracted = [];
      progress.end = await runPaginate({
        run,
        place,
        step,
        steps: extracted.map((each) => each.step),
        isImmediate: extracted.every(({ wasImmediate }) => wasImmediate),
      });
    },
    waitsForRequests: () => true,
    opensDocuments: true,
    collects: true,
  },
};

/** Returns how a step is taken; a loop has nothing of its own. */
export function findRunner(step: RecipeStep): Partial<StepRunner<RecipeStep>> {
  return step.type === 'repeat' ? {} : stepRunners[step.type];
}

async function checkPictures(
  step: StepOf<'screenshot' | 'extract'>,
  { files }: Pick<ReplayRequest, 'files'>,
): Promise<void> {
  if (files.downloads !== undefined || findRunner(step).takesPictures?.(step) !== true) return;
  throw refuse(
    step,
    `takes screenshots, and this engine has no folder for them. ${advice.allowDownloads}`,
  );
}

function refuse(step: RecipeStep, what: string): Error {
  const message = `${nameStep(step)} ${what}`;
  return invalidRequest('run the recipe', [{ path: step.path, message }]);
}

async function pressKey(run: ReplayRun, { tab }: Place, step: StepOf<'keyDown'>): Promise<void> {
  const { signal } = run.session;
  const { keyboard } = tab.page;
  const watch = watchNavigation(tab, signal);
  try {
    const press = step.type === 'keyDown' ? keyboard.down(step.key) : keyboard.up(step.key);
    await raceSignal(press, signal);
    await awaitNavigation(run, step, watch);
  } catch (error) {
    const isUnknown = error instanceof Error && error.message.includes('Unknown key');
    if (!isUnknown) throw error;
    // A key of another keyboard layout: at most a typed letter is lost.
    run.report.warn(`${nameStep(step)} was left out: a browser has no such key.`);
  } finally {
    watch.stop();
  }
}

/** Keeps a picture of the window, the whole page or an element. */
async function runScreenshot(
  run: ReplayRun,
  place: Place,
  step: StepOf<'screenshot'>,
): Promise<void> {
  const { element: target, isFullPage, name } = step;
  const page = isFullPage ? 'whole page' : 'window';
  const input = { run, place, step, timeoutMs: timeoutOf(run, step) };
  const of = target === undefined ? page : (await locateTarget({ ...input, target })).locator;
  // A large page takes its time to be drawn.
  const timeoutMs = navigationTimeoutOf(run, step);
  await takePicture({ run, step, tab: place.tab, name, of, timeoutMs });
}
