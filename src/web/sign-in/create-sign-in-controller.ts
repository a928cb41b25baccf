import { parse } from 'hono/utils/cookie';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../runtime/contracts/clock.ts';
import type { Mail, Mailer } from '../../runtime/contracts/mailer.ts';
import type { SignedIn } from '../../runtime/contracts/store/sign-in-store.ts';
import { GleanerError } from '../../runtime/errors/gleaner-error.ts';
import type { Service } from '../../service/create-service.ts';
import type { ChangedAddress, SignInToken } from '../../service/accounts/sign-ins.ts';
import { parseEmail } from '../../service/accounts/accounts.ts';
import { linkMails } from './sign-in-mail.ts';

/** The account or operator that an embedder's own sign-in names; `undefined` where no one is signed in. */
export type Authenticate = (
  request: Request,
) =>
  | { readonly account: string }
  | { readonly operator: true }
  | undefined
  | Promise<{ readonly account: string } | { readonly operator: true } | undefined>;

/** Whom an embedder's answer names. What names neither an account nor the operator makes no one the operator. */
function toSignedIn(found: unknown): SignedIn | undefined {
  if (found === undefined || found === null) return undefined;
  const { account, operator } = Object(found) as { account?: unknown; operator?: unknown };
  if (typeof account === 'string' && account !== '' && operator === undefined) return { account };
  if (operator === true && account === undefined) return {};
  throw new TypeError(
    'Expected `authenticate` to give { account: "id" }, { operator: true }, or undefined where no one is signed in.',
  );
}

/** What the controller works with. */
interface SignInControllerParts {
  readonly service: Pick<Service, 'signIns' | 'accounts'>;
  readonly clock: Clock;
  /** In place of links and sessions. */
  readonly authenticate: Authenticate | undefined;
  /** With the public origin that its links lead to. */
  readonly post: { readonly mailer: Mailer; readonly origin: string } | undefined;
  /** Called with what went wrong with an e-mail, after its request was answered. */
  readonly report: (doing: string, error: unknown) => void;
}

/** What is known of a request before its sign-in. */
interface VisitOptions {
  readonly isSecure: boolean;
  /** The client's address; `undefined` where it cannot be known. */
  readonly client: string | undefined;
}

/** One request's dealings with the sign-in. */
export interface Visit {
  readonly nowMs: number;
  /** As `VisitOptions` has it. */
  readonly client: string | undefined;
  /** What tells one sign-in of a browser from another; `undefined` where there is none, or the embedder's own way keeps it. */
  readonly key: string | undefined;
  readonly canSendMail: boolean;
  /** `undefined` where no one is signed in. */
  findSignedIn(): Promise<SignedIn | undefined>;
  /** Sends a link that signs in, in the background, where the address is an account's: neither answer nor time tells whether it is. */
  sendLink(email: string): void;
  /** Invites the owner of a new account, in the background, where e-mails are sent and the account has an address. */
  sendInvitation(account: string): void;
  /** Sends a link that makes the address the account's, and a notice to the one that it has. */
  sendConfirmation(account: string, email: string): Promise<void>;
  /** Follows a link that confirms an address of the account that is signed in, and tells the one before. */
  confirmAddress(account: string, token: string): Promise<ChangedAddress>;
  /** Follows a link that puts a former address back, and tells the one that it replaces. */
  restoreAddress(token: string): Promise<ChangedAddress>;
  /** Follows a link that signs in; a new session begins and the one before ends. */
  follow(token: string): Promise<SignedIn>;
  /** Ends the request's own session. */
  end(): Promise<void>;
  /** Ends all sessions of who is signed in. */
  endAll(whose: SignedIn): Promise<void>;
  /** The `Set-Cookie` that the response needs; `undefined` for none. */
  readonly cookie: string | undefined;
}

const minuteMs = 60_000;

/**
 * How many e-mails are sent. Beyond what one client may ask for an address, and all clients together, a link is sent only where none
 * waits that is good for five minutes or more: then the e-mail before has it, and a flood of one address keeps no owner from a link.
 */
const quotas = {
  /** Of one client, whatever the addresses. */
  client: { most: 30, windowMs: minuteMs },
  /** Of one client, to one address. */
  pair: { most: 5, windowMs: 10 * minuteMs },
  /** Of all clients that have not signed in there before, to one address. */
  address: { most: 20, windowMs: 60 * minuteMs },
  /** Of an account, to addresses that it wants to have. */
  account: { most: 5, windowMs: 10 * minuteMs },
} as const;
/** Some 2 MB. Beyond it those that were counted longest ago are forgotten: more e-mails are sent then, never fewer. */
const maxCounted = 10_000;

/** Creates what signs people in: by the embedder's own way, or by links and sessions. */
export function createSignInController(parts: SignInControllerParts): {
  visit(request: Request, options: VisitOptions): Visit;
} {
  const { service, clock, authenticate, post, report } = parts;
  const takes = {
    client: createQuota(clock, quotas.client),
    pair: createQuota(clock, quotas.pair),
    address: createQuota(clock, quotas.address),
    account: createQuota(clock, quotas.account),
  };
  /** From which clients an address has been signed in by. */
  const ownClients = new LRUCache<string, true>({ max: maxCounted });

  /** Sends in the background: what goes wrong is the operator's to know. */
  function send(doing: string, work: () => Promise<unknown>): void {
    work().catch((error: unknown) => report(doing, error));
  }

  function requirePost(): NonNullable<SignInControllerParts['post']> {
    if (post !== undefined) return post;
    throw new GleanerError(
      'forbidden',
      'This dashboard sends no mail: ask its operator for a sign-in link.',
    );
  }

  async function sendTo(to: string, mail: Omit<Mail, 'to'>): Promise<void> {
    await requirePost().mailer.send({ to, ...mail });
  }

  function requireOwnSignIn(): void {
    if (authenticate === undefined) return;
    throw new GleanerError('forbidden', 'One signs in elsewhere here: links are not used.');
  }

  return {
    visit(request, { isSecure, client }) {
      const session = findCookie(request.headers.get('cookie'), isSecure);
      let cookie: string | undefined;
      const endOwn = async (): Promise<void> => {
        if (session !== undefined) await service.signIns.end(session);
        cookie = clearCookie(isSecure);
      };
      return {
        nowMs: clock.nowMs(),
        client,
        key: authenticate === undefined ? session : undefined,
        canSendMail: post !== undefined,
        async findSignedIn() {
          if (authenticate === undefined) {
            return session === undefined ? undefined : service.signIns.find(session);
          }
          return toSignedIn(await authenticate(request));
        },
        sendLink(address) {
          requireOwnSignIn();
          const { origin } = requirePost();
          const email = parseEmail(address);
          const pair = `${email} ${client ?? ''}`;
          const isOwn = client !== undefined && ownClients.has(pair);
          if (client !== undefined && !isOwn) checkQuota(takes.client(client));
          /** Asked for an account's address alone: others take no place in what is counted. */
          const isFree = (): boolean =>
            (client === undefined || takes.pair(pair) === 0) &&
            (isOwn || takes.address(email) === 0);
          send('send a sign-in link', async () => {
            const link = await service.signIns.createLinkFor(email, { isFree });
            if (link !== undefined) await sendTo(email, linkMails.signIn(origin, link.token));
          });
        },
        sendInvitation(account) {
          if (post === undefined || authenticate !== undefined) return;
          send('send an invitation', async () => {
            const link = await service.signIns.createInvitation(account);
            if (link === undefined) return;
            await sendTo(link.email, linkMails.invitation(post.origin, link.token));
          });
        },
        async sendConfirmation(account, address) {
          const { origin } = requirePost();
          const email = parseEmail(address);
          checkQuota(takes.account(account));
          const { email: current, emailVerifiedAtMs } = await service.accounts.get(account);
          const waiting = await service.signIns.findWaitingAddress(account);
          const { token } = await service.signIns.createAddressLink({ account, email });
          // An address that was never proved may be a stranger's.
          const isProved = current !== undefined && emailVerifiedAtMs !== undefined;
          if (isProved && current !== email && waiting?.email !== email) {
            const mail = linkMails.changeAsked(origin, email);
            send('tell that an address is to change', () => sendTo(current, mail));
          }
          await sendTo(email, linkMails.confirmation(origin, token));
        },
        async confirmAddress(account, token) {
          const kept = authenticate === undefined ? session : undefined;
          const changed = await service.signIns.confirmAddress({ token, account, session: kept });
          const { email, former, wayBack } = changed;
          if (post !== undefined && former !== undefined && wayBack !== undefined) {
            const mail = linkMails.changed(post.origin, email, wayBack.token);
            send('tell that an address has changed', () => sendTo(former, mail));
          }
          return changed;
        },
        async restoreAddress(token) {
          const changed = await service.signIns.restoreAddress(token);
          const { email, former } = changed;
          if (post !== undefined && former !== undefined) {
            const mail = linkMails.restored(post.origin, email);
            send('tell that an address was put back', () => sendTo(former, mail));
          }
          return changed;
        },
        async follow(token) {
          requireOwnSignIn();
          const begun = await service.signIns.follow(token, session);
          cookie = toCookie(begun, isSecure, clock.nowMs());
          const { account } = begun.signedIn;
          if (client !== undefined && account !== undefined) {
            const { email } = await service.accounts.get(account);
            if (email !== undefined) ownClients.set(`${email} ${client}`, true);
          }
          return begun.signedIn;
        },
        end: endOwn,
        async endAll(whose) {
          await service.signIns.endAll(whose);
          cookie = clearCookie(isSecure);
        },
        get cookie() {
          return cookie;
        },
      };
    },
  };
}

/**
 * Creates what counts by key, at most so many in any such time. Taking gives the milliseconds to wait: 0 where there was a place, which
 * is taken now.
 */
function createQuota(
  clock: Clock,
  { most, windowMs }: { readonly most: number; readonly windowMs: number },
): (key: string) => number {
  const taken = new LRUCache<string, readonly number[]>({ max: maxCounted });
  return (key) => {
    const nowMs = clock.monotonicMs();
    const recent = (taken.get(key) ?? []).filter((atMs) => atMs > nowMs - windowMs);
    const [oldest = nowMs] = recent;
    if (recent.length >= most) return oldest + windowMs - nowMs;
    taken.set(key, [...recent, nowMs]);
    return 0;
  };
}

function checkQuota(waitMs: number): void {
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  throw new GleanerError(
    'rate_limited',
    `Too many e-mails were asked for: look into your mail, or try again in ${retryAfterSeconds} s.`,
    { details: { reason: 'rate_limit_per_min', retryAfterSeconds } },
  );
}

/** Under TLS browsers hold the prefix to Secure, to `/` and to this host alone. */
function nameOf(isSecure: boolean): string {
  return isSecure ? '__Host-gleaner_session' : 'gleaner_session';
}

/** The session's token in a `Cookie` header; `undefined` where there is none. */
function findCookie(header: string | null, isSecure: boolean): string | undefined {
  const name = nameOf(isSecure);
  return parse(header ?? '', name)[name];
}

/** The `Set-Cookie` of a session that has begun. */
function toCookie({ token, expiresAtMs }: SignInToken, isSecure: boolean, nowMs: number): string {
  return write(token, Math.floor((expiresAtMs - nowMs) / 1_000), isSecure);
}

/** The `Set-Cookie` that removes a session's cookie. */
function clearCookie(isSecure: boolean): string {
  return write('', 0, isSecure);
}

function write(value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const attributes = ['Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${nameOf(isSecure)}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join(
    '; ',
  );
}
