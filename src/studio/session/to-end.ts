import { isGleanerError } from '../../errors/gleaner-error.ts';
import type { StudioEnd, StudioEndReason, StudioNotice } from '../api/studio-event.ts';

/** Returns the last event of a stream. */
export function toEnd(reason: StudioEndReason): StudioEnd {
  return { type: 'ended', reason, message: endMessages[reason] };
}

/** Returns what a person is told of a browser or page that was lost; the session goes on. */
export function toLossNotice(error: unknown): StudioNotice {
  const what = error instanceof Error ? error.message : '';
  if (isGleanerError(error, 'validation_failed')) {
    return { type: 'notice', code: 'page_too_heavy', message: `${what} Its tabs were closed.` };
  }
  return /gave up on the page/.test(what)
    ? {
        type: 'notice',
        code: 'page_crashed',
        message: 'The page has crashed. Its tabs were closed.',
      }
    : { type: 'notice', code: 'browser_lost', message: 'The browser ended. Its tabs were closed.' };
}

const endMessages: Readonly<Record<StudioEndReason, string>> = {
  closed: 'The session was closed.',
  signed_out: 'The session ended because you signed out, or may not use the studio any more.',
  replaced: 'A newer session of yours has taken the place of this one.',
  idle: 'The session ended after 5 minutes without input. Open a new one to go on.',
  over_time: 'The session ended: 30 minutes are the most. Open a new one to go on.',
  left: 'The session ended because nothing has shown it for 30 seconds.',
  shut_down: 'The session ended because the studio was shut down.',
  failed: 'The browser could not be started.',
  moved: 'The session is shown elsewhere now.',
};
