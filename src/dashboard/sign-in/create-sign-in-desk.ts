import { createRateLimiter } from '../../billing/create-rate-limiter.ts';
import type { Clock } from '../../contracts/clock.ts';
import type { Mailer } from '../../contracts/mailer.ts';
import type { SignedIn } from '../../contracts/store/sign-in-store.ts';
import { GleanerError, isGleanerError } from '../../errors/gleaner-error.ts';
import type { Service } from '../../service/create-service.ts';
import { parseEmail } from '../../service/accounts/parse-email.ts';
import { clearCookie, findCookie, toCookie } from './session-cookie.ts';
import { toSignInUrl } from './to-sign-in-url.ts';

/** The account or operator that an embedder's own sign-in names; `undefined` where no one is signed in. */
export type Authenticate = (
  request: Request,
) =>
  | { readonly account: string }
  | { readonly operator: true }
  | undefined
  | Promise<{ readonly account: string } | { readonly operator: true } | undefined>;

/** What the desk works with. */
export interface SignInDeskParts {
  readonly service: Pick<Service, 'signIns'>;
  readonly clock: Clock;
  /** In place of links and sessions. */
  readonly authenticate: Authenticate | undefined;
  /** With the public origin that its links lead to. */
  readonly post: { readonly mailer: Mailer; readonly origin: string } | undefined;
  /** Told what went wrong with a letter, after its request was answered. */
  readonly report: (doing: string, error: unknown) => void;
}

/** One request's dealings with the sign-in. */
export interface Visit {
  readonly nowMs: number;
  /** What tells one sign-in of a browser from another; `undefined` where there is none, or the embedder's own way keeps it. */
  readonly key: string | undefined;
  readonly canSendMail: boolean;
  /** `undefined` where no one is signed in. */
  findSignedIn(): Promise<SignedIn | undefined>;
  /** Sends a link in the background where the address is an account's: neither answer nor time tells whether it is. */
  sendLink(email: string): void;
  /** Sends a link that makes the address the account's. */
  sendConfirmation(account: string, email: string): Promise<void>;
  /** Follows a link; a new session begins and the one before ends. */
  follow(token: string): Promise<SignedIn>;
  /** Ends the request's own session. */
  end(): Promise<void>;
  /** Ends all sessions of who is signed in. */
  endAll(whose: SignedIn): Promise<void>;
  /** The `Set-Cookie` that the response needs; `undefined` for none. */
  readonly cookie: string | undefined;
}

/** Letters to one address, and tries of one link, in a minute. */
const triesPerMinute = 3;
/** Of all addresses and links: each costs a write. */
const allTriesPerMinute = 300;
/** Enough of a token to tell links apart, and too little to follow one. */
const linkPrefixLength = 8;

/** Creates what signs people in: by the embedder's own way, or by links and sessions. */
export function createSignInDesk(parts: SignInDeskParts): {
  visit(request: Request, options: { readonly isSecure: boolean }): Visit;
} {
  const { service, clock, authenticate, post, report } = parts;
  const limiter = createRateLimiter(clock);

  function limitTries(what: string): void {
    try {
      limiter.admit(what, { requestsPerMinute: triesPerMinute, inFlight: Infinity }).leave();
      limiter.admit('all', { requestsPerMinute: allTriesPerMinute, inFlight: Infinity }).leave();
    } catch (error) {
      if (!isGleanerError(error, 'rate_limited')) throw error;
      const { details } = error;
      const message = `There were too many tries: try again in ${details.retryAfterSeconds} s.`;
      throw new GleanerError('rate_limited', message, { details, cause: error });
    }
  }

  function requirePost(): NonNullable<SignInDeskParts['post']> {
    if (post !== undefined) return post;
    throw new GleanerError(
      'forbidden',
      'This dashboard sends no mail: ask its operator for a sign-in link.',
    );
  }

  async function sendTo(email: string, token: string): Promise<void> {
    const { mailer, origin } = requirePost();
    const url = toSignInUrl(origin, token);
    const text = `Follow this link to sign in. It is good once, for 15 minutes:\n\n${url}\n\nIf you did not ask for it, ignore this letter.\n`;
    await mailer.send({ to: email, subject: 'Your sign-in link', text });
  }

  function requireOwnSignIn(): void {
    if (authenticate === undefined) return;
    throw new GleanerError('forbidden', 'One signs in elsewhere here: links are not used.');
  }

  return {
    visit(request, { isSecure }) {
      const session = findCookie(request.headers.get('cookie'), isSecure);
      let cookie: string | undefined;
      const endOwn = async (): Promise<void> => {
        if (session !== undefined) await service.signIns.end(session);
        cookie = clearCookie(isSecure);
      };
      return {
        nowMs: clock.nowMs(),
        key: authenticate === undefined ? session : undefined,
        canSendMail: post !== undefined,
        async findSignedIn() {
          if (authenticate === undefined) {
            return session === undefined ? undefined : service.signIns.find(session);
          }
          const found = await authenticate(request);
          if (found === undefined) return undefined;
          return 'account' in found ? { account: found.account } : {};
        },
        sendLink(address) {
          requireOwnSignIn();
          requirePost();
          const email = parseEmail(address);
          limitTries(`mail ${email}`);
          const send = async (): Promise<void> => {
            const link = await service.signIns.createLinkFor(email);
            if (link !== undefined) await sendTo(email, link.token);
          };
          send().catch((error: unknown) => report('send a sign-in link', error));
        },
        async sendConfirmation(account, address) {
          requirePost();
          const email = parseEmail(address);
          limitTries(`mail ${email}`);
          limitTries(`mail of ${account}`);
          const { token } = await service.signIns.createLink({ account, email });
          await sendTo(email, token);
        },
        async follow(token) {
          limitTries(`link ${token.slice(0, linkPrefixLength)}`);
          const begun = await service.signIns.follow(token, session);
          // The embedder's own sign-in stays the only one: the link verified the address.
          if (authenticate === undefined) cookie = toCookie(begun, isSecure, clock.nowMs());
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
