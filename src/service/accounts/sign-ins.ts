import { createHash, randomBytes } from 'node:crypto';
import type {
  LinkKind,
  SignedIn,
  SignInLink,
} from '../../runtime/contracts/store/sign-in-store.ts';
import { GleanerError, isGleanerError } from '../../runtime/errors/gleaner-error.ts';
import { toCurrentAccount } from '../../storage/stores/account-rules.ts';
import { parseEmail } from './accounts.ts';
import {
  type ServiceContext,
  requireActiveAccount,
  requireLivingAccount,
} from '../service-context.ts';

/** A secret to hand out, and when it expires. */
export interface SignInToken {
  /** 256 bits, in 43 characters that need no escape in a URL. */
  readonly token: string;
  readonly expiresAtMs: number;
}

/** A session that has just begun. */
export interface BegunSession extends SignInToken {
  readonly signedIn: SignedIn;
}

/** An address that an account is to have once it is confirmed. */
export interface WaitingAddress extends Pick<SignInLink, 'expiresAtMs'> {
  readonly email: string;
}

/** An account's address that has changed. */
export interface ChangedAddress {
  readonly email: string;
  /** The address before; absent where there was none, and where it was this one. */
  readonly former?: string | undefined;
  /** The token of the link that restores the address before, which is to be sent there; absent where that one was never proved. */
  readonly wayBack?: SignInToken | undefined;
}

/**
 * Sign-ins to the dashboard by one-time links, the sessions that follow, and the addresses that links are sent to. Each link has one
 * purpose; tokens are kept as their SHA-256 alone. Links that wait are dead once the account's address changes, it is suspended or
 * deleted, or all its sessions are ended.
 */
export interface SignIns {
  /** Makes the token of a link that signs in, good once, for 15 minutes. Rejects with `not_found` or `conflict` for an account that cannot sign in. */
  createLink(input: SignedIn): Promise<SignInToken>;
  /**
   * Makes the token of a link that signs in and is to be sent to this address; following it verifies the address. `undefined` where it is no
   * account's, and where an earlier one is good for five minutes or more, unless `isFree` says otherwise: it is asked for an account's address alone.
   */
  createLinkFor(
    email: string,
    options?: { readonly isFree?: () => boolean },
  ): Promise<SignInToken | undefined>;
  /** Makes the token of an invitation, which is to be sent to the account's address: it signs in and verifies the address, once, for seven days. `undefined` where the account has no address. */
  createInvitation(
    account: string,
  ): Promise<(SignInToken & { readonly email: string }) | undefined>;
  /** Takes a link that signs in and begins a session of seven days; ends the session `before`. Rejects with `unauthorized` for a link that is unknown, used or late, or has another purpose. */
  follow(token: string, before?: string): Promise<BegunSession>;
  /** Makes the token of a link that is to be sent to this address and makes it the account's, once, for a day; one that was made before is dead. */
  createAddressLink(input: {
    readonly account: string;
    readonly email: string;
  }): Promise<SignInToken>;
  /** The address that waits for its confirmation. */
  findWaitingAddress(account: string): Promise<WaitingAddress | undefined>;
  /** Forgets the address that waits. */
  cancelAddress(account: string): Promise<void>;
  /**
   * Follows a link that makes an address the account's, which is the one that is signed in; its other sessions end. Rejects with
   * `unauthorized` for a link that is unknown, used or late, or has another purpose, and, leaving the link as it is, with `forbidden` for one
   * of another account and `conflict` for an address that is another account's by now.
   */
  confirmAddress(input: {
    readonly token: string;
    readonly account: string;
    /** The token of the session that goes on. */
    readonly session?: string | undefined;
  }): Promise<ChangedAddress>;
  /** Follows a link that puts the former address back, within seven days of the change; all sessions of the account end. Rejects as `confirmAddress` does. */
  restoreAddress(token: string): Promise<ChangedAddress>;
  /** Who a session's token belongs to; `undefined` where it is unknown, ended or expired, or its account deleted. */
  find(token: string): Promise<SignedIn | undefined>;
  /** Ends a session. */
  end(token: string): Promise<void>;
  /** Ends all sessions of an account or of the operator, and takes back the links that wait, but for those that restore an address. */
  endAll(whose: SignedIn): Promise<void>;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Time in which a link has to be followed. One that begins no session does no harm in an e-mail that is read late. */
const lifeMs: Readonly<Record<LinkKind, number>> = {
  'sign-in': 15 * minuteMs,
  invite: 7 * dayMs,
  'confirm-address': dayMs,
  'restore-address': 7 * dayMs,
};
/** Enough to open an e-mail and follow its link. */
const usefulMs = 5 * minuteMs;
/** Time after which one has to sign in again: 7 days. */
const sessionMs = 7 * dayMs;
const tokenBytes = 32;
/** As `createToken` writes them. */
const tokenPattern = /^[\w-]{43}$/;

/** Sign-ins on the store. */
export function createSignIns(context: ServiceContext): SignIns {
  const { store, clock } = context;
  const { signIns } = store;

  async function draft(
    kind: LinkKind,
    { account, email }: Pick<SignInLink, 'account' | 'email'>,
  ): Promise<{ readonly made: SignInToken; readonly link: SignInLink }> {
    if (account !== undefined) await requireLivingAccount(account, context);
    const token = createToken();
    const expiresAtMs = clock.nowMs() + lifeMs[kind];
    const whose: SignedIn = account === undefined ? {} : { account };
    const link = { hash: hashToken(token), kind, expiresAtMs, email, ...whose };
    return { made: { token, expiresAtMs }, link };
  }

  async function create(...parameters: Parameters<typeof draft>): Promise<SignInToken> {
    const { made, link } = await draft(...parameters);
    await signIns.createLink(link);
    return made;
  }

  async function changeAddress(
    token: string,
    kind: 'confirm-address' | 'restore-address',
    options: SignedIn & { readonly session?: string | undefined },
  ): Promise<ChangedAddress> {
    const nowMs = clock.nowMs();
    const hash = hashToken(token);
    const link = tokenPattern.test(token) ? await signIns.findLink({ hash, nowMs }) : undefined;
    if (link?.kind !== kind) throw badLink(kind);
    if (options.account !== undefined && link.account !== options.account) throw otherAccount();
    const back = createToken();
    const expiresAtMs = nowMs + lifeMs['restore-address'];
    const changed = await signIns.changeAddress({
      hash,
      nowMs,
      wayBack: { hash: hashToken(back), expiresAtMs },
      kept: options.session === undefined ? undefined : hashToken(options.session),
    });
    if (changed === undefined) throw badLink(kind);
    const { before, after, wayBack } = changed;
    return {
      email: after.email ?? '',
      former: before.email === after.email ? undefined : before.email,
      wayBack: wayBack && { token: back, expiresAtMs: wayBack.expiresAtMs },
    };
  }

  return {
    createLink: ({ account }) => create('sign-in', account === undefined ? {} : { account }),
    async createLinkFor(address, { isFree = () => true } = {}) {
      const email = parseEmail(address);
      const found = await store.accounts.findByEmail(email);
      const nowMs = clock.nowMs();
      if (found === undefined || toCurrentAccount(found, nowMs).deletedAtMs !== undefined) {
        return undefined;
      }
      const { id: account } = found;
      const { made, link } = await draft('sign-in', { account, email });
      const unlessGoodAtMs = isFree() ? undefined : nowMs + usefulMs;
      return (await signIns.createLink({ ...link, unlessGoodAtMs })) ? made : undefined;
    },
    async createInvitation(account) {
      const { email } = await requireLivingAccount(account, context);
      return email === undefined
        ? undefined
        : { ...(await create('invite', { account, email })), email };
    },
    async follow(token, before) {
      const nowMs = clock.nowMs();
      const hash = hashToken(token);
      // Read first: what is no link costs no write.
      const link = tokenPattern.test(token) ? await signIns.findLink({ hash, nowMs }) : undefined;
      if (link === undefined) throw badLink('sign-in');
      const session = createToken();
      const expiresAtMs = nowMs + sessionMs;
      const signedIn = await signIns.signIn({
        hash,
        session: { hash: hashToken(session), expiresAtMs },
        nowMs,
        before: before === undefined ? undefined : hashToken(before),
      });
      if (signedIn === undefined) throw badLink('sign-in');
      return { token: session, expiresAtMs, signedIn };
    },
    async createAddressLink({ account, email }) {
      await requireActiveAccount(account, context);
      return create('confirm-address', { account, email: parseEmail(email) });
    },
    async findWaitingAddress(account) {
      const query = { account, kind: 'confirm-address', nowMs: clock.nowMs() } as const;
      const link = await signIns.findWaitingLink(query);
      if (link?.email === undefined) return undefined;
      return { email: link.email, expiresAtMs: link.expiresAtMs };
    },
    async cancelAddress(account) {
      await requireActiveAccount(account, context);
      await signIns.endLinks({ account, kind: 'confirm-address' });
    },
    async confirmAddress({ token, account, session }) {
      await requireActiveAccount(account, context);
      return changeAddress(token, 'confirm-address', { account, session });
    },
    restoreAddress: (token) => changeAddress(token, 'restore-address', {}),
    async find(token) {
      if (!tokenPattern.test(token)) return undefined;
      const hash = hashToken(token);
      const session = await signIns.findSession({ hash, nowMs: clock.nowMs() });
      if (session === undefined) return undefined;
      const { account } = session;
      if (account === undefined) return {};
      return (await isLiving(account)) ? { account } : undefined;
    },
    end: (token) => signIns.endSession({ hash: hashToken(token) }),
    endAll: (whose) => signIns.endSessions(whose),
  };

  async function isLiving(account: string): Promise<boolean> {
    try {
      await requireLivingAccount(account, context);
      return true;
    } catch (error) {
      if (isGleanerError(error, 'not_found') || isGleanerError(error, 'conflict')) return false;
      throw error;
    }
  }
}

function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function badLink(kind: keyof typeof badLinks): GleanerError<'unauthorized'> {
  return new GleanerError('unauthorized', badLinks[kind]);
}

const badLinks = {
  'sign-in':
    'This link does not sign in: it is unknown, was used already, is too old, or was taken back. Ask for a new one.',
  'confirm-address':
    'This link confirms no address: it is unknown, was used already, is older than a day, or was taken back. Ask for a new one in the settings.',
  'restore-address':
    'This link puts no address back: it is unknown, was used already, or is older than seven days. Ask who runs this service.',
} as const;

function otherAccount(): GleanerError<'forbidden'> {
  return new GleanerError(
    'forbidden',
    'This link confirms an address of another account: sign in to that account first, then follow the link again.',
  );
}
