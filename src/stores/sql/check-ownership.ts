import { lostOwnership } from '../rules/store-errors.ts';
import type { Session } from './tables.ts';

/**
 * Throws `service_unavailable` for what this store object began under a name that it lost: others may have ended it, and its
 * credits are theirs to free.
 */
export function checkOwnership(session: Session, owner: string): void {
  if (session.hasLost(owner)) throw lostOwnership();
}
