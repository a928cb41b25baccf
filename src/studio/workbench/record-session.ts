import type { Page } from 'playwright-core';
import type { BrowsingSession } from '../../browser/session/browsing.ts';
import { isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { StudioCommand, StudioDialog, StudioTab } from '../api/studio-browsing.ts';
import {
  type OpeningPage,
  type RecipeDocument,
  type StepDocument,
  parseRecipeDocument,
  toOpeningSteps,
} from '../draft/recipe-document.ts';
import {
  type RecordedStep,
  type RecordingChange,
  createStepRecorder,
} from '../recording/create-step-recorder.ts';
import { type Recording, recordBrowsing } from '../recording/record-browsing.ts';
import type { StudioPage, StudioSession } from '../session/studio-session.ts';
import type { OwnerDraft } from './create-owner-draft.ts';
import { isSchemaObject } from '../../extraction/schema/list-schema-fields.ts';
import { toCanonicalJson } from '../../runtime/plain-json.ts';

/** The recording of a session: it is on while the session's state says so. */
export interface SessionRecording {
  /** The page that is shown, as the first steps of a recipe open it. */
  opening(): OpeningPage;
  /** The `target` of steps in a page: `main`, or the URL of another tab. */
  targetOf(page: StudioPage): string;
}

/** Records what is done in a session's pages into the owner's draft while its recording is on, in each browser that the session has. */
export function recordSession(session: StudioSession, draft: () => OwnerDraft): SessionRecording {
  /** The page that a replay begins with, in each browser. */
  const mains = new WeakMap<BrowsingSession, Page>();
  const write = createRecordingWriter({ draft, opening: () => toOpeningSteps(opening()) });
  const recorder = createStepRecorder({
    onChange(change) {
      try {
        write(change);
      } catch (error) {
        if (!isGleanerError(error, 'invalid_request')) throw error;
        session.emit({ type: 'notice', code: 'step_not_recorded', message: tooMany });
      }
    },
    isTaken(name) {
      const document = draft().document();
      if (document === undefined) return false;
      return parseRecipeDocument(document).recipe.variables.some((known) => known.name === name);
    },
    onSecret: (variable, value) => draft().typeSecret(variable, value),
    onTyped: () => draft().settleSecrets(),
  });
  let listening: Recording | undefined;

  function findTab(): StudioTab | undefined {
    const { tabs, activeTab } = session.state();
    return tabs.find(({ id }) => id === activeTab);
  }

  function opening(): OpeningPage {
    const { viewport } = session.state();
    return { url: findTab()?.url ?? '', ...viewport, isMobile: session.isMobile };
  }

  function targetOf(browsing: BrowsingSession, page: Page): string {
    return page === (mains.get(browsing) ?? browsing.page) ? 'main' : page.url();
  }

  /** Pages are listened to before and between recordings, too: what is typed there may be secret, and shown in what is recorded later. */
  async function listen(browsing: BrowsingSession): Promise<void> {
    listening?.stop();
    const { isRecording } = session.state();
    if (isRecording) begin(browsing, browsing.page);
    listening = await recordBrowsing({
      browsing,
      targetOf: (page) => targetOf(browsing, page),
      recorder: {
        take(action, target) {
          if (session.state().isRecording) recorder.take(action, target);
          else recorder.notice(action, target);
        },
        arrive(page, isByPage) {
          if (session.state().isRecording) recorder.arrive(page, isByPage);
          else draft().settleSecrets();
        },
      },
    });
  }

  function begin(browsing: BrowsingSession, page: Page): void {
    mains.set(browsing, mains.get(browsing) ?? page);
    if (draft().document() === undefined) recorder.begin(opening(), findTab()?.isLoading === true);
  }

  function note(command: StudioCommand, dialog: StudioDialog | undefined): void {
    if (!session.state().isRecording) return;
    if (command.type === 'setViewport') {
      recorder.resize({ ...command.viewport, isMobile: session.isMobile });
    }
    if (command.type !== 'answerDialog') return;
    const { accept, text = dialog?.defaultText } = command;
    const isAnswered = accept && dialog?.type === 'prompt' && text !== undefined;
    recorder.answerDialog(isAnswered ? { text } : accept ? 'accept' : 'dismiss');
  }

  session.signal.addEventListener('abort', () => {
    listening?.stop();
    draft().settleSecrets();
  });
  session.listen({
    onBrowsing: listen,
    async onCommand(command, page, dialog) {
      draft().settleSecrets();
      if (command.type !== 'record') note(command, dialog);
      else if (command.on && page !== undefined) begin(page.browsing, page.page);
    },
  });

  return {
    opening,
    targetOf: ({ browsing, page }) => targetOf(browsing, page),
  };
}

const tooMany =
  'A step was not recorded: the recipe is as long as a recipe may be. Take steps out, or save it and begin another one.';

interface CreateRecordingWriterInput {
  readonly draft: () => OwnerDraft;
  /** The steps that a recipe begins with whose first one was taken out meanwhile. */
  readonly opening: () => readonly StepDocument[];
}

/**
 * Creates what writes a recording into a draft. New steps come to its end; another form of a step, or its removal, is written only
 * where that step is still the last one and as it was written: what a person has edited or moved stays so. Throws `invalid_request`
 * where the recipe takes no further step.
 */
export function createRecordingWriter(
  input: CreateRecordingWriterInput,
): (change: RecordingChange) => void {
  /** What was written and not removed, in order. */
  const written: { readonly id: number; readonly step: StepDocument | undefined }[] = [];

  function add(recorded: RecordedStep): void {
    const draft = input.draft();
    const before = draft.document();
    const { step } = recorded;
    const isBeginning = step.type === 'setViewport' || step.type === 'navigate';
    const steps = before?.steps ?? (isBeginning ? [] : input.opening());
    const base = before ?? { title: 'Recipe' };
    const document = withStep({ ...base, steps: [...steps, step] }, recorded);
    draft.change(document);
    note(recorded.id, document);
  }

  function change(recorded: RecordedStep): void {
    const place = findOwn(recorded.id);
    if (place === undefined) return;
    const { draft, document } = place;
    const steps = [...document.steps.slice(0, -1), recorded.step];
    const changed = withStep({ ...document, steps }, recorded);
    draft.amend(changed);
    written.pop();
    note(recorded.id, changed);
  }

  function remove({ id }: RecordedStep): void {
    const place = findOwn(id);
    const at = written.findIndex((known) => known.id === id);
    if (at >= 0) written.splice(at, 1);
    if (place === undefined) return;
    const { draft, document } = place;
    const steps = document.steps.slice(0, -1);
    const rest = { ...document, steps, ...withoutTarget(document, steps.length) };
    draft.amend(steps.length === 0 ? undefined : parseRecipeDocument(rest).document);
  }

  /** The draft, where its last step is the one that was written last, and as it was written. */
  function findOwn(
    id: number,
  ): { readonly draft: OwnerDraft; readonly document: RecipeDocument } | undefined {
    const draft = input.draft();
    const document = draft.document();
    const last = written.at(-1);
    const step = document?.steps.at(-1);
    if (document === undefined || step === undefined || last?.id !== id) return undefined;
    // What was typed since may have been found to be secret.
    const isOwn = toCanonicalJson(draft.redact(step)) === toCanonicalJson(draft.redact(last.step));
    return isOwn ? { draft, document } : undefined;
  }

  function note(id: number, { steps }: RecipeDocument): void {
    written.push({ id, step: steps.at(-1) });
  }

  return ({ change: kind, recorded }) => {
    if (kind === 'added') add(recorded);
    else if (kind === 'changed') change(recorded);
    else remove(recorded);
  };
}

/** The document with what is known of its last step: its secret variable, and what healing uses. */
function withStep(document: RecipeDocument, { fingerprint, secret }: RecordedStep): RecipeDocument {
  const path = `/steps/${document.steps.length - 1}/selectors`;
  const targets = targetsOf(document);
  const variables = document.variables ?? {};
  return parseRecipeDocument({
    ...document,
    ...(secret === undefined || Object.hasOwn(variables, secret)
      ? {}
      : { variables: { ...variables, [secret]: { secret: true } } }),
    ...(fingerprint === undefined
      ? {}
      : { fingerprints: { version: 1, targets: { ...targets, [path]: fingerprint } } }),
  }).document;
}

function withoutTarget(document: RecipeDocument, index: number): object {
  const { [`/steps/${index}/selectors`]: _gone, ...targets } = targetsOf(document);
  return document['fingerprints'] === undefined ? {} : { fingerprints: { version: 1, targets } };
}

function targetsOf({ fingerprints }: RecipeDocument): Readonly<Record<string, unknown>> {
  const targets = isSchemaObject(fingerprints) ? fingerprints['targets'] : undefined;
  return isSchemaObject(targets) ? targets : {};
}
