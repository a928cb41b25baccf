import type { Page } from '../../../contracts/fetcher.ts';
import type { CallEntry, ExchangeEntry, TapeFailure, TapeRequest } from '../file/tape-entry.ts';
import type { Secrets } from './create-secrets.ts';
import { isSecretHeader, isSecretMember, isSecretParameter } from './secret-names.ts';

/** Returns an exchange without secrets: those known, and those that stand under a name of one. */
export function redactExchange(entry: ExchangeEntry, secrets: Secrets): ExchangeEntry {
  const { request, response, failure } = entry;
  // All values are learnt before any is replaced: a cookie may stand in the body, too.
  learnFromRequest(request, secrets);
  if (response !== undefined) {
    learnFromHeaders(response.headers, secrets);
    learnFromUrl(response.url, secrets);
    learnFromBody(response.body, response.headers, secrets);
  }
  return {
    ...entry,
    request: redactRequest(request, secrets),
    ...(response === undefined ? {} : { response: redactResponse(response, secrets) }),
    ...(failure === undefined ? {} : { failure: redactFailure(failure, secrets) }),
  };
}

/** Returns a call without the secrets that are known. */
export function redactCall(entry: CallEntry, secrets: Secrets): CallEntry {
  const { request, answer, body, failure } = entry;
  return {
    ...entry,
    request: secrets.json(request),
    ...(answer === undefined ? {} : { answer: secrets.json(answer) }),
    ...(body === undefined ? {} : { body: secrets.bytes(body) }),
    ...(failure === undefined ? {} : { failure: redactFailure(failure, secrets) }),
  };
}

/** Returns a request as it would have been recorded. */
export function redactRequest(request: TapeRequest, secrets: Secrets): TapeRequest {
  learnFromRequest(request, secrets);
  const { url, headers, body } = request;
  return {
    ...request,
    url: redactUrl(url, secrets),
    headers: redactHeaders(headers, secrets),
    ...(body === undefined ? {} : { body: redactBody(body, headers, secrets) }),
  };
}

function redactResponse(response: Page, secrets: Secrets): Page {
  return {
    ...response,
    url: redactUrl(response.url, secrets),
    headers: redactHeaders(response.headers, secrets),
    body: redactBody(response.body, response.headers, secrets),
  };
}

function redactFailure(failure: TapeFailure, secrets: Secrets): TapeFailure {
  if (failure.kind !== 'model') return secrets.json(failure) as TapeFailure;
  const { headers } = failure;
  return {
    ...failure,
    message: secrets.text(failure.message),
    ...(headers === undefined ? {} : { headers: redactHeaders(headers, secrets) }),
  };
}

function learnFromRequest({ url, headers, body }: TapeRequest, secrets: Secrets): void {
  learnFromUrl(url, secrets);
  learnFromHeaders(headers, secrets);
  if (body !== undefined) learnFromBody(body, headers, secrets);
}

function learnFromUrl(url: string, secrets: Secrets): void {
  // A `location` may be relative.
  const parsed = URL.parse(url, 'http://relative.invalid');
  if (parsed === null) return;
  const { username, password, searchParams } = parsed;
  for (const part of [username, password]) secrets.learn(decode(part));
  for (const [name, value] of searchParams) if (isSecretParameter(name)) secrets.learn(value);
}

function redactUrl(url: string, secrets: Secrets): string {
  let redacted = url.replace(/^([^:/?#]+:\/\/)[^/?#]*@/, '$1gleaner-secret-0@');
  redacted = redacted.replace(/[?&][^#]*/, (query) => redactMembers(query, secrets));
  return secrets.text(redacted);
}

/** Replaces values in `name=value&…`, as in queries and forms. */
function redactMembers(text: string, secrets: Secrets): string {
  return text.replaceAll(/([^?&=]+)=([^&]*)/g, (member, name: string, value: string) =>
    isSecretParameter(decode(name)) ? `${name}=${secrets.replace(decode(value))}` : member,
  );
}

function decode(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? text;
}

function learnFromHeaders(headers: Readonly<Record<string, string>>, secrets: Secrets): void {
  for (const [name, value] of Object.entries(headers)) {
    if (addresses.has(name)) learnFromUrl(value, secrets);
    for (const part of listHeaderSecrets(name, value)) secrets.learn(part);
  }
}

/** Headers that hold a URL. */
const addresses: ReadonlySet<string> = new Set(['content-location', 'location', 'referer']);

const cookiePart = /(^|[;,\n]\s*)([^=;,\s]+)=("?)([^;,\n"]*)\3/g;
const cookieAttribute = /^(?:domain|expires|max-age|partitioned|path|priority|samesite|version)$/i;

/** The values of a header that are secret. */
function listHeaderSecrets(name: string, value: string): readonly string[] {
  if (name === 'cookie' || name === 'set-cookie') {
    return [...value.matchAll(cookiePart)].flatMap(([, , part = '', , secret = '']) =>
      cookieAttribute.test(part) ? [] : [secret],
    );
  }
  if (!isSecretHeader(name)) return [];
  const [, scheme = '', credentials = value] = /^(\w+) (.+)$/s.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'basic') return [credentials];
  const [user = '', ...password] = Buffer.from(credentials, 'base64').toString().split(':');
  return [credentials, password.join(':'), user];
}

function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: Secrets,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redactHeader(name, value, secrets)]),
  );
}

function redactHeader(name: string, value: string, secrets: Secrets): string {
  if (name === 'cookie' || name === 'set-cookie') {
    const redacted = value.replaceAll(
      cookiePart,
      (whole, before: string, part: string, _quote: string, secret: string) =>
        cookieAttribute.test(part) ? whole : `${before}${part}=${secrets.replace(secret)}`,
    );
    return secrets.text(redacted);
  }
  if (addresses.has(name)) return redactUrl(value, secrets);
  if (!isSecretHeader(name)) return secrets.text(value);
  const [, scheme, credentials = value] = /^(\w+ )(.+)$/s.exec(value) ?? [];
  return `${scheme ?? ''}${secrets.replace(credentials)}`;
}

type BodyKind = 'json' | 'form' | undefined;

function toBodyKind(headers: Readonly<Record<string, string>>): BodyKind {
  const type = headers['content-type']?.toLowerCase() ?? '';
  if (/^application\/(?:[\w.+-]+\+)?json\b/.test(type)) return 'json';
  return type.startsWith('application/x-www-form-urlencoded') ? 'form' : undefined;
}

function learnFromBody(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  secrets: Secrets,
): void {
  const kind = toBodyKind(headers);
  if (kind === undefined) return;
  const text = Buffer.from(body).toString();
  if (kind === 'form') {
    for (const [name, value] of new URLSearchParams(text)) {
      if (isSecretParameter(name)) secrets.learn(value);
    }
    return;
  }
  for (const [, name, value] of text.matchAll(jsonMember)) {
    if (isSecretMember(toJsonString(name))) secrets.learn(toJsonString(value));
  }
}

/** A member of JSON text whose value is a string: replaced in the text, so that the rest of it stays as it was. */
const jsonMember = /"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)"/g;

function toJsonString(literal = ''): string {
  try {
    return String(JSON.parse(`"${literal}"`));
  } catch {
    return literal;
  }
}

function redactBody(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  secrets: Secrets,
): Uint8Array {
  const redacted = secrets.bytes(body);
  const kind = toBodyKind(headers);
  if (kind === undefined) return redacted;
  const before = Buffer.from(redacted).toString();
  const after =
    kind === 'form'
      ? redactMembers(before, secrets)
      : before.replaceAll(jsonMember, (member, name: string, value: string) =>
          isSecretMember(toJsonString(name))
            ? `${member.slice(0, member.length - value.length - 1)}${secrets.replace(toJsonString(value))}"`
            : member,
        );
  return after === before ? redacted : Buffer.from(after);
}
