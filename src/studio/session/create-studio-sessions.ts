import { randomUUID } from 'node:crypto';
import type { Browsing } from '../../browsers/session/browsing.ts';
import type { Clock } from '../../contracts/clock.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import type { OpenStudioSession } from '../api/studio-command.ts';
import { createLiveSession, type LiveSession } from './create-live-session.ts';
import { toAddress } from './to-address.ts';

/** The sessions of all owners, one each. */
export interface StudioSessions {
  /**
   * Opens a session for an owner. Rejects with `conflict` where one is open and shall not be replaced, with `service_unavailable`
   * beyond the most sessions or without a browser, and with `invalid_request` for a URL that may not be opened.
   */
  open(owner: string, input: OpenStudioSession): Promise<LiveSession>;
  find(owner: string): LiveSession | undefined;
  /** Returns the owner's session; throws `not_found` where none is open. */
  require(owner: string): LiveSession;
  /** Ends an owner's session, as when he signs out; does nothing where none is open. */
  end(owner: string): void;
}

export interface CreateStudioSessionsInput {
  /** Loads the browser's sessions; called with the first session. */
  readonly loadBrowsing: () => Promise<Browsing>;
  readonly clock: Clock;
  /** Aborts when the engine closes: all sessions end with it. */
  readonly closing: AbortSignal;
  readonly maxSessions: number;
  /** Called with each session before its first page is used. */
  readonly onOpen: (session: LiveSession) => void;
}

export function createStudioSessions(input: CreateStudioSessionsInput): StudioSessions {
  const { loadBrowsing, clock, closing, maxSessions, onOpen } = input;
  const sessions = new Map<string, LiveSession>();
  closing.addEventListener('abort', () => {
    for (const session of sessions.values()) session.end('shut_down');
  });

  return {
    async open(owner, open) {
      closing.throwIfAborted();
      const browsing = await loadBrowsing();
      const earlier = sessions.get(owner);
      if (earlier !== undefined && open.replace !== true) throw new GleanerError('conflict', taken);
      if (earlier === undefined && sessions.size >= maxSessions) {
        throw new GleanerError('service_unavailable', tooMany);
      }
      earlier?.end('replaced');
      const session = createLiveSession({
        id: randomUUID(),
        owner,
        browsing,
        clock,
        open,
        onEnd() {
          if (sessions.get(owner) === session) sessions.delete(owner);
        },
      });
      sessions.set(owner, session);
      onOpen(session);
      await session.opened;
      const { url } = open;
      if (url === undefined) return session;
      try {
        await session.command({ type: 'navigate', url: toAddress(url) });
      } catch (error) {
        session.end('closed');
        throw error;
      }
      return session;
    },
    find: (owner) => sessions.get(owner),
    require(owner) {
      const session = sessions.get(owner);
      if (session === undefined) throw new GleanerError('not_found', none);
      return session;
    },
    end: (owner) => sessions.get(owner)?.end('closed'),
  };
}

const taken =
  'You have a session open already: go on with it, or open this one with `replace` and end that one.';
const tooMany = 'All sessions of this studio are in use: try again later.';
const none = 'No session is open: open one first.';
