import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { StudioSession } from '../session/studio-session.ts';
import { type SessionTable, createSessionTable } from './create-session-table.ts';
import { type SessionTrial, createSessionTrial } from './create-session-trial.ts';
import { type SessionRecording, recordSession } from './record-session.ts';
import { LRUCache } from 'lru-cache';
import type { StudioDraft } from '../api/studio-draft.ts';
import { type DraftSecrets, createDraftSecrets } from '../draft/create-draft-secrets.ts';
import type { StudioPlace } from '../api/studio-api.ts';
import { createOwnerPlaces } from '../session/create-owner-places.ts';
import { type OwnerDraft, createOwnerDraft } from './create-owner-draft.ts';

/** What is made in a session: its recording, its table, its trial. */
interface SessionWork {
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

/** The drafts of all owners, one each; they outlive sessions, and end with the process. */
export interface StudioDrafts {
  /** The owner's draft, an empty one where there was none. */
  of(owner: string): OwnerDraft;
  /**
   * Takes a place for the owner's draft, for as long as something may write into it, until the function that it resolves to is called; the
   * place is kept while there is a draft then. Rejects as `take` does.
   */
  use(owner: string, take: (() => Promise<StudioPlace>) | undefined): Promise<() => void>;
}

/** The drafts that were used last are kept, up to so many, and so many bytes as JSON. */
const limits = { max: 500, maxSize: 256_000_000 } as const;
/** Owners whose secrets are known: some hundred bytes each. */
const maxOwners = 10_000;

/** Creates drafts; `onChange` gets each change. */
export function createStudioDrafts(
  onChange: (owner: string, draft: StudioDraft) => void,
): StudioDrafts {
  const drafts = new LRUCache<string, OwnerDraft>({
    ...limits,
    sizeCalculation: (draft) => Math.max(1, draft.bytes()),
    dispose(_draft, owner, reason) {
      if (reason === 'evict') keepPlace(owner, undefined);
    },
  });
  const places = createOwnerPlaces();
  /** By owners with a draft: what gives its share in their place back. */
  const kept = new Map<string, () => void>();

  function keepPlace(owner: string, release: (() => void) | undefined): void {
    kept.get(owner)?.();
    if (release === undefined) kept.delete(owner);
    else kept.set(owner, release);
  }

  // A draft that was dropped may belong to a session whose pages still show what was typed.
  const secrets = new LRUCache<string, DraftSecrets>({ max: maxOwners });

  function secretsOf(owner: string): DraftSecrets {
    const known = secrets.get(owner) ?? createDraftSecrets();
    secrets.set(owner, known);
    return known;
  }

  return {
    of(owner) {
      const known = drafts.get(owner);
      if (known !== undefined) return known;
      const draft = createOwnerDraft(secretsOf(owner), () => {
        drafts.delete(owner);
        drafts.set(owner, draft);
        onChange(owner, draft.view());
      });
      drafts.set(owner, draft);
      return draft;
    },
    async use(owner, take) {
      const share = await places.share(owner, take);
      const release = (): void => share.release();
      return () => {
        const isEmpty = (drafts.peek(owner)?.bytes() ?? 0) === 0;
        keepPlace(owner, isEmpty ? undefined : release);
        if (isEmpty) release();
      };
    },
  };
}
