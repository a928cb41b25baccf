import { createHash, randomBytes } from 'node:crypto';
import type { SignedIn } from '../../contracts/store/sign-in-store.ts';
import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import { toCurrentAccount } from '../../stores/rules/change-account.ts';
import { parseEmail } from '../accounts/parse-email.ts';
import { requireLivingAccount } from '../require-account.ts';
import type { ServiceContext } from '../service-context.ts';

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

/** Sign-ins to the dashboard by one-time links, and the sessions that follow. Tokens are kept as their SHA-256 alone. */
export interface SignIns {
  /**
   * Makes a link's token, good once, for 15 minutes. With `email` the link has to be sent to that address, which becomes the
   * account's and verified when the link is followed. Rejects with `not_found` or `conflict` for an account that cannot sign in.
   */
  createLink(input: SignedIn & { readonly email?: string }): Promise<SignInToken>;
  /** Makes the token of a link for the account with this address; `undefined` where there is none. */
  createLinkFor(email: string): Promise<SignInToken | undefined>;
  /** Takes a link and begins a session of seven days; ends the session `before`. Rejects with `unauthorized` for a link that is unknown, used or late. */
  follow(token: string, before?: string): Promise<BegunSession>;
  /** Who a session's token belongs to; `undefined` where it is unknown, ended or expired, or its account deleted. */
  find(token: string): Promise<SignedIn | undefined>;
  /** Ends a session. */
  end(token: string): Promise<void>;
  /** Ends all sessions of an account or of the operator, and takes back the links that wait. */
  endAll(whose: SignedIn): Promise<void>;
}

/** Time in which a link has to be followed: 15 minutes. */
const linkMs = 15 * 60 * 1_000;
/** Time after which one has to sign in again: 7 days. */
const sessionMs = 7 * 24 * 60 * 60 * 1_000;
const tokenBytes = 32;
/** As `createToken` writes them. */
const tokenPattern = /^[\w-]{43}$/;

/** Sign-ins on the store. */
export function createSignIns(context: ServiceContext): SignIns {
  const { store, clock } = context;
  const { signIns } = store;

  async function createLink({
    account,
    email,
  }: SignedIn & { readonly email?: string }): Promise<SignInToken> {
    if (account !== undefined) await requireLivingAccount(account, context);
    const token = createToken();
    const expiresAtMs = clock.nowMs() + linkMs;
    await signIns.createLink({
      hash: hashToken(token),
      expiresAtMs,
      ...(account === undefined ? {} : { account }),
      ...(email === undefined ? {} : { email: parseEmail(email) }),
    });
    return { token, expiresAtMs };
  }

  return {
    createLink,
    async createLinkFor(address) {
      const email = parseEmail(address);
      const account = await store.accounts.findByEmail(email);
      if (account === undefined) return undefined;
      if (toCurrentAccount(account, clock.nowMs()).deletedAtMs !== undefined) return undefined;
      return createLink({ account: account.id, email });
    },
    async follow(token, before) {
      const nowMs = clock.nowMs();
      const link = tokenPattern.test(token)
        ? await signIns.takeLink({ hash: hashToken(token), nowMs })
        : undefined;
      if (link === undefined) throw badLink();
      const { account, email } = link;
      if (account !== undefined) {
        await requireLivingAccount(account, context);
        if (email !== undefined) {
          const change = { kind: 'verify-email', email } as const;
          await store.accounts.change({ id: account, change, nowMs });
        }
      }
      if (before !== undefined) await signIns.endSession({ hash: hashToken(before) });
      const session = createToken();
      const expiresAtMs = nowMs + sessionMs;
      const signedIn = account === undefined ? {} : { account };
      const hash = hashToken(session);
      await signIns.createSession({ hash, createdAtMs: nowMs, expiresAtMs, ...signedIn });
      return { token: session, expiresAtMs, signedIn };
    },
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

function badLink(): GleanerError<'unauthorized'> {
  return new GleanerError(
    'unauthorized',
    'The sign-in link is unknown, was used already, or is older than 15 minutes: ask for a new one.',
  );
}
