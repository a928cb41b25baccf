/** Names whose values are secret in headers, queries, forms and JSON alike, as lower-case words joined by `-`. */
const always =
  /(?:^|-)(?:(?:api|access|private|secret|auth|subscription|client)-?key|token|secret|passwords?|passwd|pwd|credentials?|signature|sig|authorization|session-?id|otp|pin)$/;
/** Names that mean something else in JSON and on pages. */
const inHeaders = /^(?:x-)?(?:auth|key|session)$/;
const inQueries = /^(?:auth|code|key|pass|session|sid|state-token)$/;

/** Whether the values of a header are secret, cookies apart; `name` is in lower case. */
export function isSecretHeader(name: string): boolean {
  const words = toWords(name);
  return always.test(words) || inHeaders.test(words) || words === 'proxy-authorization';
}

/** Whether the values of a member of a query or form are secret. */
export function isSecretParameter(name: string): boolean {
  const words = toWords(name);
  return always.test(words) || inQueries.test(words);
}

/** Whether the value of a member of JSON is secret. */
export function isSecretMember(name: string): boolean {
  return always.test(toWords(name));
}

/** Whether the value of an environment variable is secret. */
export function isSecretVariable(name: string): boolean {
  return always.test(toWords(name)) || /_KEY$/i.test(name);
}

/** `clientSecret`, `client_secret` and `X-Client-Secret` end alike. */
function toWords(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/[\s_.[\]]+/g, '-')
    .replace(/-+$/, '')
    .toLowerCase();
}
