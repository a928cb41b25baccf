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
  /** Resolves to the key's record, or to `undefined` where it is unknown or revoked or its account is deleted. Nothing is cached. */
  authenticate(query: {
    readonly hash: string;
    readonly nowMs: number;
  }): Promise<ApiKey | undefined>;
  /** All keys of an account, oldest first, revoked ones included. */
  list(query: { readonly account: string }): Promise<readonly ApiKey[]>;
  /** Notes when a key was used; an unknown key is left out, and a later use stays. */
  markUsed(request: { readonly id: string; readonly atMs: number }): Promise<void>;
  /** Revokes a key; repeated, it keeps the first moment. Rejects with `not_found` on a key that the account does not have. */
  revoke(request: {
    readonly account: string;
    readonly id: string;
    readonly nowMs: number;
  }): Promise<ApiKey>;
}
