import type { SignInToken } from '../../service/sign-in/sign-ins.ts';

/** Under TLS browsers hold the prefix to Secure, to `/` and to this host alone. */
function nameOf(isSecure: boolean): string {
  return isSecure ? '__Host-gleaner_session' : 'gleaner_session';
}

/** The session's token in a `Cookie` header; `undefined` where there is none. */
export function findCookie(header: string | null, isSecure: boolean): string | undefined {
  const name = nameOf(isSecure);
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** The `Set-Cookie` of a session that has begun. */
export function toCookie(
  { token, expiresAtMs }: SignInToken,
  isSecure: boolean,
  nowMs: number,
): string {
  return write(token, Math.floor((expiresAtMs - nowMs) / 1_000), isSecure);
}

/** The `Set-Cookie` that removes a session's cookie. */
export function clearCookie(isSecure: boolean): string {
  return write('', 0, isSecure);
}

function write(value: string, maxAgeSeconds: number, isSecure: boolean): string {
  const attributes = ['Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${nameOf(isSecure)}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join(
    '; ',
  );
}
