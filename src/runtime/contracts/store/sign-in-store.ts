import type { Account } from './account-store.ts';

/** For whom a link or session is: an account, or the operator where `account` is absent. */
export interface SignedIn {
  readonly account?: string;
}

/**
 * What a link is for, and all that it is good for: a session (`sign-in`), the first session of an account that was made for
 * somebody (`invite`), a new address of the account (`confirm-address`), or the former one again (`restore-address`).
 */
export type LinkKind = 'sign-in' | 'invite' | 'confirm-address' | 'restore-address';

/** A link that is followed once. */
export interface SignInLink extends SignedIn {
  /** SHA-256 of its token, hexadecimal: the token itself is not kept. */
  readonly hash: string;
  readonly kind: LinkKind;
  /**
   * In lower case. Of a link that signs in, the account's address that it was sent to: following it shows that the mail arrives. Of
   * the others the address that becomes the account's.
   */
  readonly email?: string | undefined;
  readonly expiresAtMs: number;
}

/** A session of a browser. */
export interface SignInSession extends SignedIn {
  /** SHA-256 of its cookie's value, hexadecimal. */
  readonly hash: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** An account whose address a link has changed. */
export interface ChangedAccount {
  readonly before: Account;
  readonly after: Account;
  /** Restores the address before. */
  readonly wayBack?: SignInLink;
}

/** The links and sessions of the dashboard. */
export interface SignInStore {
  /**
   * Keeps a link. One that confirms an address takes the place of the account's earlier one. Keeps nothing, and resolves to
   * `false`, where one of this account and kind waits that is good beyond `unlessGoodAtMs`: of several calls at once one is kept.
   */
  createLink(link: SignInLink & { readonly unlessGoodAtMs?: number | undefined }): Promise<boolean>;
  /** Resolves to a link, which stays; to `undefined` where it is unknown, taken or expired. */
  findLink(query: {
    readonly hash: string;
    readonly nowMs: number;
  }): Promise<SignInLink | undefined>;
  /** Resolves to the account's link of this kind that expires last; to `undefined` where none waits. */
  findWaitingLink(query: {
    readonly account: string;
    readonly kind: LinkKind;
    readonly nowMs: number;
  }): Promise<SignInLink | undefined>;
  /** Takes back the links of an account that are of this kind. */
  endLinks(query: { readonly account: string; readonly kind: LinkKind }): Promise<void>;
  /**
   * Takes a link of the kinds `sign-in` and `invite`, begins `session` for whom it was made, ends the session `before`, and marks the
   * account's address as verified where the link was sent to it. Of several calls one gets it. Resolves to `undefined`, and changes nothing, where
   * the link is unknown, taken, expired, or of another kind, was sent to an address that the account has no more, or where the account is deleted.
   */
  signIn(request: {
    readonly hash: string;
    readonly session: Pick<SignInSession, 'hash' | 'expiresAtMs'>;
    readonly before?: string | undefined;
    readonly nowMs: number;
  }): Promise<SignedIn | undefined>;
  /**
   * Takes a link of the kinds `confirm-address` and `restore-address`: its address becomes the account's, and verified. Where the account
   * had another one, its sessions end but for the one called `kept`, and its links, but for those that restore an address: of these end the
   * ones that were made no earlier than the link that restores. A confirmed address leaves `wayBack` to a former one
   * that was verified. Resolves to what has changed, or to `undefined` where the link is unknown, taken, expired, or of another
   * kind; rejects, and the link stays, with `forbidden` while the account is suspended, and with `conflict` where the address is another account's or the account deleted.
   */
  changeAddress(request: {
    readonly hash: string;
    readonly kept?: string | undefined;
    readonly wayBack?: Pick<SignInLink, 'hash' | 'expiresAtMs'> | undefined;
    readonly nowMs: number;
  }): Promise<ChangedAccount | undefined>;
  /** Resolves to a session, or to `undefined` where it is unknown, ended or expired. Nothing is cached. */
  findSession(query: {
    readonly hash: string;
    readonly nowMs: number;
  }): Promise<SignInSession | undefined>;
  /** Ends a session; does nothing to an unknown one. */
  endSession(query: { readonly hash: string }): Promise<void>;
  /** Ends all sessions of an account or of the operator, and all links but those that restore an address. */
  endSessions(whose: SignedIn): Promise<void>;
}

/** The record of an API key. The key itself is not stored. */
export interface ApiKey {
  readonly id: string;
  readonly account: string;
  readonly label: string;
  /** The key's last four characters, for people to recognise it by. */
  readonly last4: string;
  readonly createdAtMs: number;
  readonly revokedAtMs?: number;
  /** Of the latest request with it, to the minute; absent before the first one. */
  readonly lastUsedAtMs?: number;
}

/** The record of a new key. */
export interface NewApiKey extends Pick<ApiKey, 'id' | 'account' | 'label' | 'last4'> {
  /** SHA-256 of the whole key, hexadecimal. */
  readonly hash: string;
  readonly nowMs: number;
}

/** The API keys of a store. */
export interface KeyStore {
  /**
   * Rejects with `conflict` on a known id or hash, for a deleted account, and where the account has as many keys as its plan
   * allows; with `not_found` for an unknown account. Of revoked keys the newest stay, as many as the plan has keys.
   */
  create(key: NewApiKey): Promise<ApiKey>;
  /** Resolves to the key's record, or to `undefined` where it is unknown or revoked or its account is deleted. Nothing is cached. */
  authenticate(query: {
    readonly hash: string;
    readonly nowMs: number;
  }): Promise<ApiKey | undefined>;
  /** The keys of an account that are kept, oldest first, revoked ones included. */
  list(query: { readonly account: string }): Promise<readonly ApiKey[]>;
  /** Notes when a key was used; an unknown key is left out, and a later use stays. */
  markUsed(request: { readonly id: string; readonly atMs: number }): Promise<void>;
  /** Revokes a key; repeated, it keeps the first moment. Rejects with `not_found` on a key that the account does not have. */
  revoke(request: Pick<ApiKey, 'account' | 'id'> & { readonly nowMs: number }): Promise<ApiKey>;
}
