import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse } from 'hono/utils/cookie';

/** Lets in who brings a token once, and keeps a cookie from then on. */
export interface TokenAccess {
  /** Returns the `Set-Cookie` header for a token that is brought for the first time; `undefined` for any other. */
  redeem(token: string, request: Request): string | undefined;
  /** Whether a request brings the cookie. */
  isKnown(request: Request): boolean;
}

const tokenBytes = 32;

/** Returns a token of 256 bits for `createStudio`, to be handed to the one person who shall use the studio. */
export function createStudioToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Throws a `TypeError` for a token that could be guessed. */
export function createTokenAccess(token: string, path: string): TokenAccess {
  if (typeof token !== 'string' || !/^[\w-]{43,200}$/.test(token)) {
    throw new TypeError('Expected `token` to be what `createStudioToken()` returned.');
  }
  const wanted = toDigest(token);
  // Browsers send the cookies of one port to all ports of a host: each studio has a name of its own.
  const name = `gleaner_studio_${randomBytes(4).toString('hex')}`;
  const secret = randomBytes(tokenBytes).toString('base64url');
  const known = toDigest(secret);
  let isUsed = false;
  return {
    redeem(given, { url }) {
      if (isUsed || !timingSafeEqual(toDigest(given), wanted)) return undefined;
      isUsed = true;
      const secure = url.startsWith('https:') ? '; Secure' : '';
      return `${name}=${secret}; Path=${path}; HttpOnly; SameSite=Strict${secure}`;
    },
    isKnown({ headers }) {
      const given = parse(headers.get('cookie') ?? '', name)[name];
      return given !== undefined && timingSafeEqual(toDigest(given), known);
    },
  };
}

/** Digests have one length, whatever was given. */
function toDigest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
