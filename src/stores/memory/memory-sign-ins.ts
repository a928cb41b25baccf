import type { SignedIn, SignInStore } from '../../contracts/store/sign-in-store.ts';
import type { MemoryData } from './memory-data.ts';

/** The sign-in links and sessions of a memory store. */
export function memorySignIns(data: MemoryData): SignInStore {
  const { links, sessions } = data;
  return {
    async createLink(link) {
      links.set(link.hash, link);
    },
    async takeLink({ hash, nowMs }) {
      const link = links.get(hash);
      links.delete(hash);
      return link === undefined || link.expiresAtMs <= nowMs ? undefined : link;
    },
    async createSession(session) {
      sessions.set(session.hash, session);
    },
    async findSession({ hash, nowMs }) {
      const session = sessions.get(hash);
      return session === undefined || session.expiresAtMs <= nowMs ? undefined : session;
    },
    async endSession({ hash }) {
      sessions.delete(hash);
    },
    async endSessions(whose) {
      endSessions(data, whose);
    },
  };
}

/** Ends the sessions and links of an account, or of the operator. */
export function endSessions({ links, sessions }: MemoryData, { account }: SignedIn): void {
  for (const kept of [links, sessions]) {
    for (const entry of kept.values()) if (entry.account === account) kept.delete(entry.hash);
  }
}
