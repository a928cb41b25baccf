import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ApiKey } from '../../runtime/contracts/store/sign-in-store.ts';
import { GleanerError, invalidRequest } from '../../runtime/errors/gleaner-error.ts';
import { base62Digits, createRandomBase62, createShortId } from '../../core/operations/run-call.ts';
import { parseInput } from '../../core/operations/parse-input.ts';
import { type ServiceContext, requireAccount, requireActiveAccount } from '../service-context.ts';

/** The record of a new key, with the key itself, which is shown only this once. */
export interface CreatedKey extends ApiKey {
  readonly key: string;
}

/** API keys of a service. */
export interface Keys {
  /** Creates a key: `svc_live_` and 32 characters. The label has 1 to 200 characters, in one line. Rejects with `conflict` beyond the plan's keys. */
  create(input: { readonly account: string; readonly label: string }): Promise<CreatedKey>;
  /** The records of an account's keys, oldest first; of the revoked ones the newest, as many as the plan has keys. */
  list(account: string): Promise<readonly ApiKey[]>;
  /** Revokes a key from the next request on. Rejects with `not_found` for a key that the account does not have. */
  revoke(reference: { readonly account: string; readonly id: string }): Promise<ApiKey>;
  /** Resolves to the key's record, which names the account; rejects with `unauthorized` for a missing, mistyped, unknown or revoked key. */
  authenticate(key: string | undefined): Promise<ApiKey>;
}

/** How exactly it is known when a key was used last. */
const useEveryMs = 60_000;
/** Longest label, in characters. */
const maxLabelLength = 200;

const shape = z.strictObject({
  account: z.string(),
  label: z
    .string()
    .max(maxLabelLength)
    .regex(/\S/, 'Expected more than blanks')
    .regex(/^\P{Cc}*$/u, 'Expected one line, without control characters'),
});

/** API keys on the store. */
export function createKeys({ store, clock, emit }: ServiceContext): Keys {
  /** In the background, and once a minute: a write for each request would cost more than all else about it. */
  function noteUse({ id, lastUsedAtMs = 0 }: ApiKey): void {
    const atMs = clock.nowMs();
    if (atMs - lastUsedAtMs < useEveryMs || atMs - (notedMs.get(id) ?? 0) < useEveryMs) return;
    notedMs.set(id, atMs);
    store.keys.markUsed({ id, atMs }).catch((error: unknown) => {
      emit({ kind: 'fault', doing: `note the use of key ${id}`, error });
    });
  }

  // Requests that come before the first note is written.
  const notedMs = new LRUCache<string, number>({ max: 10_000 });

  return {
    async create({ account, label }) {
      const { fields, issues } = parseInput(shape, { account, label });
      if (fields === undefined) throw invalidRequest('create a key', issues);
      await requireActiveAccount(account, { store, clock });
      const key = createApiKey();
      const created = await store.keys.create({
        id: createShortId(),
        account,
        hash: hashApiKey(key),
        label,
        last4: key.slice(-4),
        nowMs: clock.nowMs(),
      });
      return { ...created, key };
    },
    async list(account) {
      await requireAccount(account, { store, clock });
      return store.keys.list({ account });
    },
    async revoke(reference) {
      await requireActiveAccount(reference.account, { store, clock });
      return store.keys.revoke({ ...reference, nowMs: clock.nowMs() });
    },
    async authenticate(key) {
      const found =
        key !== undefined && isApiKey(key)
          ? await store.keys.authenticate({ hash: hashApiKey(key), nowMs: clock.nowMs() })
          : undefined;
      if (found !== undefined) {
        noteUse(found);
        return found;
      }
      throw new GleanerError(
        'unauthorized',
        'The API key is missing, wrong or revoked: send a valid one in the X-API-Key header.',
      );
    },
  };
}

const prefix = 'svc_live_';
const randomLength = 26;
/** 62^6 is more than 2^32. */
const checksumLength = 6;
const pattern = /^svc_live_[0-9A-Za-z]{32}$/;

/** A new key: 26 characters from the system's random source (155 bits, without modulo bias), then their checksum. */
export function createApiKey(): string {
  const body = createRandomBase62(randomLength);
  return `${prefix}${body}${checksumOf(body)}`;
}

/** Whether a text has the form and the checksum of a key: finds a typo without asking the store. */
export function isApiKey(text: string): boolean {
  if (!pattern.test(text)) return false;
  const body = text.slice(prefix.length, prefix.length + randomLength);
  return text.endsWith(checksumOf(body));
}

/** SHA-256, hexadecimal: the only form in which a key is kept. */
function hashApiKey(key: string): string {
  return hash('sha256', key);
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = `${base62Digits[rest % base62Digits.length]}${digits}`;
    rest = Math.floor(rest / base62Digits.length);
  }
  return digits;
}
