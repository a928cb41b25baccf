import type { SignedIn } from '../../contracts/store/sign-in-store.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';

/** Who may call: anyone, a person who is signed in, the owner of an account for that account, or the operator. */
export type Access = 'anyone' | 'signed-in' | 'account' | 'operator';

/** Throws `unauthorized` or `forbidden` where the one who is signed in may not call. */
export function checkAccess(access: Access, signedIn: SignedIn | undefined): void {
  if (access === 'anyone') return;
  if (signedIn === undefined) {
    throw new GleanerError(
      'unauthorized',
      'You are not signed in, or your session is over: sign in.',
    );
  }
  if (access === 'account' && signedIn.account === undefined) {
    throw new GleanerError(
      'forbidden',
      'This is for the owner of an account: the operator has none.',
    );
  }
  if (access === 'operator' && signedIn.account !== undefined) {
    throw new GleanerError('forbidden', 'This is for the operator alone.');
  }
}
