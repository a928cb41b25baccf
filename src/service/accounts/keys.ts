import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { ApiKey } from '../../contracts/store/key-store.ts';
import { GleanerError } from '../../errors/gleaner-error.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { createShortId } from '../../operations/create-short-id.ts';
import { parseInput } from '../../operations/parse-input.ts';
import { requireAccount } from '../require-account.ts';
import type { ServiceContext } from '../service-context.ts';
import { base62Digits, createRandomBase62 } from '../../operations/create-short-id.ts';

/** A key right after it was made: the only time that the whole of it is shown. */
export interface CreatedKey extends ApiKey {
  readonly key: string;
}

/** Everything that can be done with API keys. */
export interface Keys {
  create(input: { readonly account: string; readonly label: string }): Promise<CreatedKey>;
  /** The revoked ones, too. */
  list(account: string): Promise<readonly ApiKey[]>;
  /** Takes effect on the next request. */
  revoke(reference: { readonly account: string; readonly id: string }): Promise<ApiKey>;
  /** The key's record, with its account; the same `unauthorized` for missing, mistyped, unknown and revoked keys. */
  authenticate(key: string | undefined): Promise<ApiKey>;
}

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
export function createKeys({ store, clock }: ServiceContext): Keys {
  return {
    async create({ account, label }) {
      const { fields, issues } = parseInput(shape, { account, label });
      if (fields === undefined) throw invalidRequest('create a key', issues);
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
    revoke: (reference) => store.keys.revoke({ ...reference, nowMs: clock.nowMs() }),
    async authenticate(key) {
      const found =
        key !== undefined && isApiKey(key)
          ? await store.keys.authenticate({ hash: hashApiKey(key), nowMs: clock.nowMs() })
          : undefined;
      if (found !== undefined) return found;
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
export function hashApiKey(key: string): string {
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
