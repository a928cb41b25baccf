import type { Page } from 'playwright-core';
import type { BrowsingSession } from '../../browsers/session/browsing.ts';
import { isGleanerError } from '../../errors/gleaner-error.ts';
import type { StudioCommand } from '../api/studio-command.ts';
import type { StudioDialog } from '../api/studio-state.ts';
import { toOpeningSteps, type OpeningPage } from '../draft/opening-steps.ts';
import { parseRecipeDocument } from '../draft/recipe-document.ts';
import { createStepRecorder } from '../recording/create-step-recorder.ts';
import { recordBrowsing, type Recording } from '../recording/record-browsing.ts';
import type { StudioPage, StudioSession } from '../session/studio-session.ts';
import type { OwnerDraft } from './create-owner-draft.ts';
import { createRecordingWriter } from './create-recording-writer.ts';

/** The recording of a session: it is on while the session's state says so. */
export interface SessionRecording {
  /** The page that is shown, as the first steps of a recipe open it. */
  opening(): OpeningPage;
  /** The `target` of steps in a page: `main`, or the URL of another tab. */
  targetOf(page: StudioPage): string;
}

/** Records what is done in a session's pages into the owner's draft, in each browser that the session has. */
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
  });
  let recording: Recording | undefined;

  function opening(): OpeningPage {
    const { viewport, tabs, activeTab } = session.state();
    const url = tabs.find(({ id }) => id === activeTab)?.url ?? '';
    return { url, ...viewport, isMobile: session.isMobile };
  }

  async function start(browsing: BrowsingSession, page: Page): Promise<void> {
    recording?.stop();
    const main = mains.get(browsing) ?? page;
    mains.set(browsing, main);
    if (draft().document() === undefined) recorder.begin(opening());
    recording = await recordBrowsing({ browsing, page: main, recorder });
  }

  function note(command: StudioCommand, dialog: StudioDialog | undefined): void {
    if (recording === undefined) return;
    if (command.type === 'setViewport') {
      recorder.resize({ ...command.viewport, isMobile: session.isMobile });
    }
    if (command.type !== 'answerDialog') return;
    const { accept, text = dialog?.defaultText } = command;
    const isAnswered = accept && dialog?.type === 'prompt' && text !== undefined;
    recorder.answerDialog(isAnswered ? { text } : accept ? 'accept' : 'dismiss');
  }

  session.signal.addEventListener('abort', () => recording?.stop());
  session.listen({
    async onBrowsing(browsing) {
      if (session.state().isRecording) await start(browsing, browsing.page);
    },
    async onCommand(command, page, dialog) {
      if (command.type !== 'record') {
        note(command, dialog);
      } else if (!command.on) {
        recording?.stop();
        recording = undefined;
      } else if (page !== undefined) await start(page.browsing, page.page);
    },
  });

  return {
    opening,
    targetOf({ browsing, page }) {
      const main = mains.get(browsing) ?? browsing.page;
      return page === main ? 'main' : page.url();
    },
  };
}

const tooMany =
  'A step was not recorded: the recipe is as long as a recipe may be. Take steps out, or save it and begin another one.';
