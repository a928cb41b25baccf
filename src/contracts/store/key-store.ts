/** An API key as it is kept: the key itself is never stored. */
export interface ApiKey {
  readonly id: string;
  readonly account: string;
  readonly label: string;
  /** The key's last four characters, for people to recognise it by. */
  readonly last4: string;
  readonly createdAtMs: number;
  readonly revokedAtMs?: number;
}

/** What is kept of a key that was just made. */
export interface NewApiKey {
  readonly id: string;
  readonly account: string;
  /** SHA-256 of the whole key, hexadecimal. */
  readonly hash: string;
  readonly label: string;
  readonly last4: string;
  readonly nowMs: number;
}

/** The API keys of a store. */
export interface KeyStore {
  /** Rejects with `conflict` on a known id or hash, and for a deleted account; with `not_found` for an unknown one. */
  create(key: NewApiKey): Promise<ApiKey>;
  /** The key, unless it is unknown, revoked, or its account is deleted by now. Nothing is cached. */
  authenticate(query: {
    readonly hash: string;
    readonly nowMs: number;
  }): Promise<ApiKey | undefined>;
  /** Oldest first, the revoked ones too. */
  list(query: { readonly account: string }): Promise<readonly ApiKey[]>;
  /** Repeating keeps the first moment. Rejects with `not_found` on a key the account does not have. */
  revoke(request: {
    readonly account: string;
    readonly id: string;
    readonly nowMs: number;
  }): Promise<ApiKey>;
}
