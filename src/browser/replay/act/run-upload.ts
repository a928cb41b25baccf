import type { UploadStep } from '../../../runtime/contracts/recipe/recipe.ts';
import type { UploadedFile } from '../../../runtime/contracts/recipe/run-files.ts';
import { raceSignal } from '../../../runtime/signals/waiting.ts';
import { callFrame, locate } from '../../call-page.ts';
import { isPlaywrightTimeout } from '../../launch/load-playwright.ts';
import { failStep } from '../fail-step.ts';
import type { Place } from '../tabs.ts';
import { type LocatedElement, locateTarget } from '../locate/locate-target.ts';
import { type ReplayRun, timeoutOf } from '../run/replay-run.ts';
import { watchNavigation } from '../arrive/navigation.ts';
import { actOn } from './act-on.ts';
import { awaitNavigation } from './run-action.ts';

/** Chooses files of the embedder's folder, as a person does in the dialog of a file field. */
export async function runUpload(run: ReplayRun, place: Place, step: UploadStep): Promise<void> {
  const { uploads } = run.recipe.request.files;
  // A recipe with uploads is refused before its run where there is no folder.
  if (uploads === undefined) return;
  const files = await raceSignal(
    uploads.read(step.files, `${step.path}/parameters/files`),
    run.session.signal,
  );
  const timeoutMs = timeoutOf(run, step);
  const target = step.element;
  // File fields are hidden as a rule: what shows is a label or a button.
  const element = await locateTarget({ run, place, step, target, timeoutMs, takesHidden: true });
  const limits = { signal: run.session.signal, timeoutMs };
  const watch = watchNavigation(place.tab, run.session.signal);
  try {
    const mark = await callFrame(element.frame, 'fileField', { mark: element.mark }, limits);
    const field =
      mark === null
        ? await openDialog(run, place, step, element)
        : toField(locate(element.frame, { mark, selector: [] }), timeoutMs);
    await checkField(run, step, field, files);
    await raceSignal(field.choose(files), run.session.signal);
    await awaitNavigation(run, step, watch);
  } finally {
    watch.stop();
  }
}

/** A file field, found in the page or by the dialog that it opened. */
interface FileField {
  attribute(name: string): Promise<string | null>;
  isDisabled(): Promise<boolean>;
  choose(files: readonly UploadedFile[]): Promise<void>;
}

function toField(field: ReturnType<typeof locate>, timeout: number): FileField {
  return {
    attribute: (name) => field.getAttribute(name, { timeout }),
    isDisabled: () => field.isDisabled({ timeout }),
    choose: (files) => field.setInputFiles([...files], { timeout }),
  };
}

/** Clicks a button whose script opens the dialog of a file field that may not be in the document. */
async function openDialog(
  run: ReplayRun,
  { tab }: Place,
  step: UploadStep,
  element: LocatedElement,
): Promise<FileField> {
  const timeoutMs = timeoutOf(run, step);
  const opened = tab.page.waitForEvent('filechooser', { timeout: timeoutMs });
  // A click that fails is reported by itself.
  opened.catch(ignoreMissingDialog);
  const target = step.element;
  await actOn({
    run,
    step,
    target,
    element,
    timeoutMs,
    act: (limits) => element.locator.click(limits),
  });
  try {
    const chooser = await raceSignal(opened, run.session.signal);
    const field = chooser.element();
    return {
      attribute: (name) => field.getAttribute(name),
      // A disabled field opens no dialog.
      isDisabled: async () => false,
      choose: (files) => chooser.setFiles([...files], { timeout: timeoutMs }),
    };
  } catch (cause) {
    if (!isPlaywrightTimeout(cause)) throw cause;
    const what = `found no file field: its element neither is, labels nor contains one, and a click on it opened no dialog for files within ${timeoutMs / 1_000} s.`;
    throw failStep(step, 'target_not_found', what, { cause });
  }
}

/** Characters of a field's `accept` in a message. */
const maxAccept = 100;

/** Fails the step where a person could not choose these files. */
async function checkField(
  { session: { signal } }: ReplayRun,
  step: UploadStep,
  field: FileField,
  files: readonly UploadedFile[],
): Promise<void> {
  const asked = Promise.all([
    field.attribute('multiple'),
    field.attribute('webkitdirectory'),
    field.attribute('accept'),
    field.isDisabled(),
  ]);
  const [multiple, folder, accept, isDisabled] = await raceSignal(asked, signal);
  const refuse = (what: string): Error => failStep(step, 'target_not_found', what);
  if (isDisabled) throw refuse('found its file field, which is disabled.');
  if (folder !== null) throw refuse('found a field that takes a whole folder, not files.');
  if (files.length > 1 && multiple === null) {
    throw refuse(`gives ${files.length} files to a field that takes one.`);
  }
  const other = files.find((file) => !isAccepted(file, accept ?? ''));
  if (other === undefined) return;
  throw refuse(
    `gives "${other.name}" to a field that takes only "${(accept ?? '').slice(0, maxAccept)}".`,
  );
}

/** Whether a file field with this `accept` offers the file. Source: the HTML standard, "File Upload state". */
function isAccepted({ name, mimeType }: UploadedFile, accept: string): boolean {
  const wanted = accept
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())
    .filter(Boolean);
  return (
    wanted.length === 0 ||
    wanted.some((token) =>
      token.startsWith('.')
        ? name.toLowerCase().endsWith(token)
        : token === '*/*' ||
          token === mimeType ||
          (token.endsWith('/*') && mimeType.startsWith(token.slice(0, -1))),
    )
  );
}

function ignoreMissingDialog(): void {}
