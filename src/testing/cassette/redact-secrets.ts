import {
  isSecretHeader,
  isSecretMember,
  isSecretParameter,
  listSecretShapes,
  replaceCardCodes,
} from '../../runtime/secrets/secret-shapes.ts';
import {
  createSecretReplacer,
  replaceInJson,
} from '../../runtime/secrets/create-secret-replacer.ts';
import type { Page } from '../../runtime/contracts/fetcher.ts';
import { findText } from './file/har.ts';
import type { CallEntry, ExchangeEntry, TapeFailure, TapeRequest } from './file/tape-entry.ts';

/** Takes secret values out of everything before it is written. */
export interface Secrets {
  /** Makes a value a secret: a placeholder stands for it from now on, the same one each time. Empty values are passed over. */
  add(value: string): void;
  /** Makes a value that was found by the name it stands under a secret, unless it is so short that it stands for other things too. */
  learn(value: string): void;
  /** Makes what a text holds by the patterns, or by the shape of secrets, secret wherever else it stands. */
  scan(text: string): void;
  /** Returns the placeholder of a value, which becomes a secret. */
  replace(value: string): string;
  readonly text: (text: string) => string;
  readonly bytes: (bytes: Uint8Array) => Uint8Array;
  /** Replaces in every string of JSON, names of members included. */
  readonly json: (value: unknown) => unknown;
}

/** Shorter values under a secret's name are replaced there alone: a cookie `en` is not every `en`. */
const minLearntLength = 8;
const minDeclaredLength = 4;

export function toGlobal({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
}

/** Creates what replaces secrets: the given strings, and what the patterns match. Throws a `TypeError` for strings of under 4 characters. */
export function createSecrets(declared: readonly (string | RegExp)[]): Secrets {
  const numbers = new Map<string, number>();
  const replacer = createSecretReplacer(placeholder);
  const patterns = declared.flatMap((secret) =>
    typeof secret === 'string' ? [] : [toGlobal(secret)],
  );

  function add(value: string): void {
    if (value === '' || isPlaceholder(value) || numbers.has(value)) return;
    numbers.set(value, numbers.size + 1);
    replacer.add(value, toPlaceholder(numbers.size));
  }

  function scan(given: string): void {
    for (const pattern of patterns) for (const [match] of given.matchAll(pattern)) add(match);
    for (const value of listSecretShapes(given)) add(value);
  }

  function text(given: string): string {
    scan(given);
    return replaceCardCodes(replacer.text(given), toPlaceholder(0));
  }

  for (const secret of declared) {
    if (typeof secret !== 'string') continue;
    if (secret.length < minDeclaredLength) {
      throw new TypeError(
        `Expected each of \`secrets\` to have at least ${minDeclaredLength} characters: a shorter one would be replaced in the middle of words.`,
      );
    }
    add(secret);
  }

  return {
    add,
    scan,
    learn(value) {
      if (value.length >= minLearntLength) add(value);
    },
    replace(value) {
      if (value === '' || isPlaceholder(value)) return value;
      if (value.length >= minLearntLength) add(value);
      return toPlaceholder(numbers.get(value) ?? 0);
    },
    text,
    bytes(bytes) {
      // One character a byte, in which the UTF-8 and UTF-16 forms of a value are found as well as its text.
      const before = Buffer.from(bytes).toString('latin1');
      const after = replacer.latin1(before);
      const replaced = after === before ? bytes : Buffer.from(after, 'latin1');
      // Patterns and short values are for text; bytes that are no UTF-8 have none.
      const given = findText(replaced);
      const redacted = given === undefined ? undefined : text(given);
      return redacted === undefined || redacted === given ? replaced : Buffer.from(redacted);
    },
    json: (value) => replaceInJson(value, { text }),
  };
}

function toPlaceholder(number: number): string {
  return `gleaner-secret-${number}`;
}

const placeholder = /gleaner-secret-\d+/g;

function isPlaceholder(value: string): boolean {
  return /^gleaner-secret-\d+$/.test(value);
}

/** Text in which all placeholders are alike: which number a value gets depends on what was recorded before it. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(placeholder, 'gleaner-secret');
}

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
    response: response && redactResponse(response, secrets),
    failure: failure && redactFailure(failure, secrets),
  };
}

export function redactCall(entry: CallEntry, secrets: Secrets): CallEntry {
  const { request, answer, body, failure } = entry;
  return {
    ...entry,
    request: secrets.json(request),
    answer: secrets.json(answer),
    body: body && secrets.bytes(body),
    failure: failure && redactFailure(failure, secrets),
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
    body: body && redactBody(body, headers, secrets),
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
  const { message, headers } = failure;
  return {
    ...failure,
    message: secrets.text(message),
    headers: headers && redactHeaders(headers, secrets),
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

const addresses: ReadonlySet<string> = new Set(['content-location', 'location', 'referer']);

const cookiePart = /(^|[;,\n]\s*)([^=;,\s]+)=("?)([^;,\n"]*)\3/g;
const cookieAttribute = /^(?:domain|expires|max-age|partitioned|path|priority|samesite|version)$/i;

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
  const text = Buffer.from(body).toString();
  secrets.scan(text);
  if (kind === undefined) return;
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
