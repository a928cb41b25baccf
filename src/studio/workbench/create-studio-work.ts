import { GleanerError } from '../../errors/gleaner-error.ts';
import type { StudioSession } from '../session/studio-session.ts';
import { createSessionTable, type SessionTable } from './create-session-table.ts';
import { createSessionTrial, type SessionTrial } from './create-session-trial.ts';
import type { StudioDrafts } from './create-studio-drafts.ts';
import { recordSession, type SessionRecording } from './record-session.ts';

/** What is made in a session: its recording, its table, its trial. */
export interface SessionWork {
  readonly recording: SessionRecording;
  readonly table: SessionTable;
  readonly trial: SessionTrial;
}

/** The work of all sessions. */
export interface StudioWork {
  /** Begins with a session. */
  begin(session: StudioSession): void;
  /** Returns the work of an open session. */
  require(session: StudioSession): SessionWork;
}

/** `gleaner`: what `createGleaner` returned. */
export function createStudioWork(gleaner: object, drafts: StudioDrafts): StudioWork {
  const works = new WeakMap<StudioSession, SessionWork>();
  return {
    begin(session) {
      const draft = () => drafts.of(session.owner);
      const recording = recordSession(session, draft);
      const table = createSessionTable({ gleaner, session, draft, recording });
      const trial = createSessionTrial({ gleaner, session, draft });
      works.set(session, { recording, table, trial });
    },
    require(session) {
      const work = works.get(session);
      if (work === undefined) throw new GleanerError('not_found', 'This session has ended.');
      return work;
    },
  };
}
