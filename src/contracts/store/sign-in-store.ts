/** For whom a link or session is: an account, or the operator where `account` is absent. */
export interface SignedIn {
  readonly account?: string;
}

/** A link that signs in the person who follows it, once. */
export interface SignInLink extends SignedIn {
  /** SHA-256 of its token, hexadecimal: the token itself is not kept. */
  readonly hash: string;
  /** The address that the link was sent to: following it shows that the mail arrives. In lower case. */
  readonly email?: string;
  readonly expiresAtMs: number;
}

/** A session of a browser. */
export interface SignInSession extends SignedIn {
  /** SHA-256 of its cookie's value, hexadecimal. */
  readonly hash: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** The sign-in links and sessions of the dashboard. */
export interface SignInStore {
  /** Keeps a link. */
  createLink(link: SignInLink): Promise<void>;
  /** Takes a link: of several calls with its hash one gets it. `undefined` where it is unknown, taken or expired. */
  takeLink(query: {
    readonly hash: string;
    readonly nowMs: number;
  }): Promise<SignInLink | undefined>;
  /** Keeps a session. */
  createSession(session: SignInSession): Promise<void>;
  /** Resolves to a session, or to `undefined` where it is unknown, ended or expired. Nothing is cached. */
  findSession(query: {
    readonly hash: string;
    readonly nowMs: number;
  }): Promise<SignInSession | undefined>;
  /** Ends a session; does nothing to an unknown one. */
  endSession(query: { readonly hash: string }): Promise<void>;
  /** Ends all sessions and links of an account, or of the operator. */
  endSessions(whose: SignedIn): Promise<void>;
}
