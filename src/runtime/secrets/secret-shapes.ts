import { endsInSecretWord, findSecretWord } from './secret-words.ts';

/**
 * Forms of secrets that tell themselves, written after what their makers document (the page is named beside each). The whole match is
 * secret, or its first group.
 */
const shapes: readonly RegExp[] = [
  // JSON Web Tokens, signed or encrypted: RFC 7519, RFC 7516. `eyJ` is `{"` in base64.
  /\beyJ[\w-]{8,8000}\.(?:eyJ[\w-]{4,8000}\.[\w-]{0,8000}|[\w-]{0,8000}(?:\.[\w-]{0,8000}){3})/g,
  // AWS access keys: docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html, "Unique identifiers".
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g,
  // Google: cloud.google.com/docs/authentication/api-keys; developers.google.com/identity/protocols/oauth2.
  /\bAIza[\w-]{35}(?![\w-])/g,
  /\bGOCSPX-[\w-]{20,40}|\bya29\.[\w-]{20,2000}|\b1\/\/0[\w-]{20,500}/g,
  // Azure: learn.microsoft.com/purview, definitions of "Azure storage account key" and "Microsoft Entra client secret".
  /\bAccountKey=([A-Za-z\d+/]{86}==)/g,
  /(?<![\w~.-])[\w~.-]{3}[78]Q~[\w~.-]{31,34}(?![\w~.-])/g,
  // Stripe: docs.stripe.com/keys, docs.stripe.com/webhooks. Publishable keys (`pk_`) are for pages.
  /\b[rs]k_(?:live|test)_[A-Za-z\d]{10,250}|\bwhsec_[A-Za-z\d+/=]{20,100}/g,
  // Square, Braintree, Shopify, Razorpay: their pages on access tokens and API keys.
  /\bsq0(?:atp|csp)-[\w-]{22,60}|\bEAAA[\w-]{60}(?![\w-])|\baccess_token\$(?:production|sandbox)\$[\da-z]{16}\$[\da-f]{32}/g,
  /\bshp(?:at|ca|pa|ss)_[\da-fA-F]{32}\b|\brzp_(?:live|test)_[A-Za-z\d]{14,30}\b/g,
  // GitHub: docs.github.com/authentication, "GitHub's token formats".
  /\bgh[pousr]_[A-Za-z\d]{36,255}\b|\bgithub_pat_\w{22,255}\b/g,
  // GitLab: docs.gitlab.com/security/tokens, "Token prefixes".
  /\bgl(?:pat|oas|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct)-[\w.-]{20,300}/g,
  // Slack: api.slack.com/authentication/token-types, api.slack.com/messaging/webhooks.
  /\bxox[abeoprs](?:\.xox[abp])?-[\w-]{10,300}|\bxapp-\d-[\w-]{10,300}/g,
  /\bhooks\.slack\.com\/(?:services|workflows)\/([\w/]{20,200})/g,
  // npm and PyPI: docs.npmjs.com/about-access-tokens, pypi.org/help/#apitoken.
  /\bnpm_[A-Za-z\d]{36}\b|\bpypi-[\w-]{50,500}/g,
  // OpenAI and Anthropic: platform.openai.com/api-keys, docs.anthropic.com/en/api. The older form has no word behind `sk-`.
  /\bsk-(?:proj|svcacct|admin|ant|or)-[\w-]{20,300}|\bsk-(?=[A-Za-z]*\d)[A-Za-z\d]{32,64}\b/g,
  // Hugging Face, SendGrid, Twilio, Mailgun, DigitalOcean, Telegram: their pages on API keys and tokens.
  /\bhf_[A-Za-z\d]{30,50}\b|\bSG\.[\w-]{22}\.[\w-]{43}|\bSK[\da-f]{32}\b|\bkey-[\da-f]{32}\b/g,
  /\bdo[opr]_v1_[\da-f]{64}\b|\b\d{8,10}:AA[\w-]{33}(?![\w-])/g,
  // Keys of this service.
  /\bsvc_live_[A-Za-z\d]{32}\b/g,
  // RFC 7468 and OpenPGP's armor (RFC 9580); line ends may be escaped, as in JSON.
  /-----BEGIN (?:[A-Z\d]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----([\s\S]{1,20000}?)-----END/g,
  // RFC 6750.
  /\bBearer\s{1,4}((?=[^\s"'<>]{0,200}\d)[\w.~+/-]{16,8000}={0,2})/gi,
];

/** Returns what in a text is secret by its shape, or by the name that a page's script or form gives it. */
export function listSecretShapes(text: string): readonly string[] {
  return [
    ...shapes.flatMap((shape) => [...text.matchAll(shape)].map(([all, part = all]) => part)),
    ...listPasswords(text),
    ...listBasic(text),
    ...listCards(text),
    ...listNamed(text),
    ...listBare(text),
    ...listInputs(text),
  ];
}

/** Whether a value has the shape of a secret as a whole, such as a key that was pasted. */
export function isSecretShape(value: string): boolean {
  const text = value.trim();
  return isCardNumber(text) || shapes.some((shape) => [...text.matchAll(shape)][0]?.[0] === text);
}

/** Passwords of URLs (RFC 3986, 3.2.1); a short one, which is a word of other texts, together with what stands around it. */
function listPasswords(text: string): readonly string[] {
  return [
    ...text.matchAll(
      /\b[a-z][a-z\d+.-]{1,20}:\/\/([^\s/?#:@"'<>`]{0,200}:([^\s/?#"'<>`]{1,200})@)/gi,
    ),
  ].map(([, around = '', password = '']) => (password.length < minAlone ? around : password));
}

/** Credentials of RFC 7617: base64 with a colon in it, which tells them from "Basic information". */
function listBasic(text: string): readonly string[] {
  return [...text.matchAll(/\bBasic\s{1,4}([A-Za-z\d+/]{6,2000}={0,2})/g)].flatMap(
    ([, credentials = '']) => {
      const decoded = Buffer.from(credentials, 'base64').toString();
      return /^[\x20-\x7E]+:[\x20-\x7E]+$/.test(decoded) ? [credentials] : [];
    },
  );
}

/** Digits as cards have them: in the groups that are printed on them, or in one. */
const cardDigits =
  /(?<![\w.,-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5}|\d{14,19})(?![\w-]|[.,]\d)/g;
/** What stands before a card's number where it is not grouped: one in ten numbers of a shop has the check digit, too. */
const cardWords = /card|\bpan\b|visa|master|amex|kredit|karte|carte|tarjeta|cc.?num/i;
const cardContext = 60;

function listCards(text: string): readonly string[] {
  return [...text.matchAll(cardDigits)].flatMap(({ 0: found, index }) => {
    if (!isCardNumber(found)) return [];
    const before = text.slice(Math.max(0, index - cardContext), index);
    return /\D/.test(found) || cardWords.test(before) ? [found] : [];
  });
}

/** Ranges of issuers (ISO/IEC 7812-1; Visa, Mastercard, American Express, Diners, Discover, JCB, UnionPay) with their lengths. */
const issuers =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17})$/;

/** Whether a text is the number of a payment card: an issuer's range, and the check digit of ISO/IEC 7812-1 (Luhn). */
export function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '');
  if (!issuers.test(digits) || /^(\d)\1*$/.test(digits)) return false;
  let sum = 0;
  for (const [place, digit] of Array.from(digits).toReversed().entries()) {
    const weighed = Number(digit) * (place % 2 === 0 ? 1 : 2);
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** Characters of a value that stands for nothing else. */
const minAlone = 8;

const assignment =
  /(["'`]?)(?<![\w$-])([A-Za-z_$][\w$-]{1,60})\1\s{0,4}[:=]\s{0,4}(["'`])((?:[^"'`\\\s]|\\[^\s]){8,4000})\3/g;

/** The quotes of JSON that stands in a script's text or in an attribute, and of what stands in that once more. */
const escapedAssignment =
  /(\\{1,7}["']|&(?:amp;)?(?:quot|apos|#0?3[49]|#x2[27]);)([a-z_$][\w$-]{1,60})\1\s{0,4}[:=]\s{0,4}\1([^"'`\\\s&<>]{8,4000})\1/gi;

/** The first two arguments of a call that keeps or sends a value under a name: `setItem("token", "…")`. */
const namedArgument =
  /\(\s{0,4}(["'`])([A-Za-z_$][\w$-]{1,60})\1\s{0,4},\s{0,4}(["'`])([^"'`\\\s]{8,4000})\3/g;

/** An element of XML that is named after what it holds. */
const namedElement = /<([A-Za-z_][\w-]{1,60})>\s{0,9}([^<\s]{8,4000})\s{0,9}<\/\1>/g;

/** A line of YAML, or a header that a page shows. In scripts names stand so, too: a key is longer, and has digits among its letters. */
const namedLine =
  /(?<=^[ \t-]{0,40}|>)([A-Za-z_][\w-]{1,60}):[ \t]{1,4}(?=(?:[^\s\d]{0,60}\d){3})([\w+/~.-]{16,4000}={0,2})[ \t\r]{0,9}(?=$|<)/gm;

/** Without quotes, as in queries of addresses and files of settings; a call or a member of a script is no value. */
const bareAssignment =
  /(?<![\w$-])([A-Za-z_][\w-]{1,60})\s{0,4}=\s{0,4}([\w+/~-]{8,4000}={0,2})(?![\w+/~(.[-])/g;
/** Bounds and the classes without `<` keep the work of a page of such beginnings in step with its length. */
const textArea =
  /<textarea\b[^<>]{0,300}?\bname\s{0,4}=\s{0,4}["']?([\w-]{1,60})(?![\w-])[^<>]{0,300}>\s{0,9}([^<\s]{8,4000})\s{0,9}</gi;

/** Values of members and variables in JSON and scripts whose names say that they are secret. */
function listNamed(text: string): readonly string[] {
  const quoted = [assignment, namedArgument].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, , name = '', , value = '']) => ({ name, value })),
  );
  const escaped = [...text.matchAll(escapedAssignment)].map(([, , name = '', value = '']) => ({
    name,
    value,
  }));
  return [...quoted, ...escaped].flatMap(({ name, value }) =>
    isTokenLike(value) && isSecretScriptName(name) ? [value] : [],
  );
}

function listBare(text: string): readonly string[] {
  return [bareAssignment, textArea, namedElement, namedLine].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, name = '', value = '']) =>
      isTokenLike(value) && isSecretScriptName(name) ? [value] : [],
    ),
  );
}

/** The values of a form's hidden fields and of `meta` whose names say that they are secret. */
function listInputs(text: string): readonly string[] {
  return [...text.matchAll(/<(?:input|meta)\b([^>]{1,4000})>/gi)].flatMap(([, attributes = '']) => {
    const read = new Map(
      [...attributes.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map(
        ([, name = '', double, single, bare]) => [
          name.toLowerCase(),
          double ?? single ?? bare ?? '',
        ],
      ),
    );
    const value = read.get('value') ?? read.get('content') ?? '';
    const isSecret =
      read.get('type')?.toLowerCase() === 'password' ||
      [read.get('name'), read.get('id')].some((name) => isSecretScriptName(name ?? ''));
    return isSecret && isTokenLike(value) ? [value] : [];
  });
}

const cardCode = 'cvv2?|cvc2?|(?:cc-?)?csc|(?:card|security)[-_]?code';
const cardCodes: readonly RegExp[] = [
  new RegExp(
    String.raw`((?<![\w$])(?:\w{1,20}[-_])?(?:${cardCode})["'\`]?\s{0,4}[:=]\s{0,4}["'\`]?)(\d{3,4})(?![\w.,])`,
    'gi',
  ),
  new RegExp(
    String.raw`(<input\b[^<>]{0,300}?\bname\s{0,4}=\s{0,4}["']?(?:\w{1,20}[-_])?(?:${cardCode})\b[^<>]{0,300}?\bvalue\s{0,4}=\s{0,4}["']?)(\d{3,4})(?!\w)`,
    'gi',
  ),
  new RegExp(
    String.raw`(<input\b[^<>]{0,300}?\bvalue\s{0,4}=\s{0,4}["']?)(\d{3,4})(?=["'\s][^<>]{0,300}?\bname\s{0,4}=\s{0,4}["']?(?:\w{1,20}[-_])?(?:${cardCode})\b)`,
    'gi',
  ),
];

/** Replaces the security codes of cards where they stand under their names: three digits are no secret anywhere else. */
export function replaceCardCodes(text: string, placeholder: string): string {
  return cardCodes.reduce((rest, pattern) => rest.replace(pattern, `$1${placeholder}`), text);
}

/** Whether a value may be a key: words of a page's texts, its paths and addresses stand under such names, too. */
function isTokenLike(value: string): boolean {
  return (
    value.length >= minAlone &&
    /\d/.test(value) &&
    /[A-Za-z]|\d{12}/.test(value) &&
    !/\s|^(?:\/|\.|#|https?:)|[{}<>]|\$\{/.test(value)
  );
}

/** Names whose values are secret in headers, queries, forms and JSON alike, as lower-case words joined by `-`. */
const always =
  /(?:^|-)(?:(?:api|access|private|secret|auth|subscription|client)-?key|token|secret|passwords?|passwd|pwd|passphrase|passcode|jwt|credentials?|signature|sig|authorization|session-?id|otp|pin|cvv2?|cvc2?|(?:cc-?)?csc)$/;
/** Names that mean something else in JSON and on pages. */
const inHeaders = /^(?:x-)?(?:key|session)$|(?:^|-)(?:auth|bearer|csrf|xsrf)$/;
/** Names in scripts and forms of pages, whose values are held against the looks of a key besides. */
const inScripts =
  /(?:^|-)(?:bearer|refresh|access-?key-?id|dsn|csrf|xsrf|(?:csrf|xsrf|csrfmiddleware|authenticity|auth|access|refresh|id|session|api)token|nonce-?secret)$/;
const inQueries = /^(?:auth|bearer|code|key|pass|session|sid|state-token)$/;

/** Whether the values of a header are secret, cookies apart; `name` is in lower case. */
export function isSecretHeader(name: string): boolean {
  const words = toWords(name);
  return always.test(words) || inHeaders.test(words) || words === 'proxy-authorization';
}

/** Whether the values of a member of a query or form are secret. */
export function isSecretParameter(name: string): boolean {
  const words = toWords(name);
  return always.test(words) || inQueries.test(words) || endsInSecretWord(name);
}

/** Whether the value of a member of JSON is secret. */
export function isSecretMember(name: string): boolean {
  return always.test(toWords(name)) || endsInSecretWord(name);
}

/** Whether a name in a script or a form of a page says that its value is secret. */
function isSecretScriptName(name: string): boolean {
  const words = toWords(name);
  return always.test(words) || inScripts.test(words) || endsInSecretWord(name);
}

/** Whether the value of an environment variable is secret. */
export function isSecretVariable(name: string): boolean {
  return always.test(toWords(name)) || /_KEY$/i.test(name);
}

/** Whole words of a name, so that `keyword`, `pinned` and `author` stay open. */
const secretWords: ReadonlySet<string> = new Set(
  `password passwd pwd pass passphrase passcode secret secrets token key apikey pin otp totp tan cvv cvc
  credential credentials auth authorization bearer cookie session mfa`.split(/\s+/),
);

/** Whether the name of a recipe's variable says that its value is secret: `apiKey`, `LOGIN_PIN`, `userPassword2`. */
export function isSecretRecipeVariable(name: string): boolean {
  const words = toWords(name).split(/[^a-z]+/);
  return (
    findSecretWord(name) !== undefined ||
    words.some((word) => secretWords.has(word) || /(?:secret|token|apikey)$/.test(word))
  );
}

/** `clientSecret`, `client_secret` and `X-Client-Secret` end alike. */
function toWords(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/[\s_.[\]]+/g, '-')
    .replace(/-+$/, '')
    .toLowerCase();
}

/** What `autocomplete` says of fields for secrets (the HTML standard's names). */
const secretFills: ReadonlySet<string> = new Set([
  'current-password',
  'new-password',
  'one-time-code',
  'cc-number',
  'cc-csc',
]);
/** Names of fields on pages, beyond those that programs use. */
const inForms =
  /(?:^|-)(?:pass|pass(?:word|code|phrase|key)|pw|(?:user|login|my)(?:password|passwd|pwd)|auth(?:token|key)?|bearer|jwt|totp|mfa|2fa|tan|(?:security|verification|sms|auth(?:entication)?|one-time|backup|recovery)-?code|cvc2?|cvv2?|csc|(?:credit|debit|payment)-?card-?(?:number|no)|cc-?(?:number|num|csc)|iban|ssn|seed-?phrase|(?:api|access|auth|secret)-?token)$/;
/** Words of a label that say so, at its end or before a hint in brackets: `Your PIN`, `API key (required)`. */
const longestLabel = 40;

/** What a field says of itself. */
interface FieldNames {
  readonly name: string;
  readonly autocomplete: string;
  readonly labels: readonly string[];
}

/** Whether what is typed into a field is secret by what the field says of itself: its name, its label, what fills it in. */
export function isSecretField({ name, autocomplete, labels }: FieldNames): boolean {
  if (
    autocomplete
      .toLowerCase()
      .split(/\s+/)
      .some((word) => secretFills.has(word))
  )
    return true;
  return [name, ...labels].some((text) => {
    if (findSecretWord(text) !== undefined) return true;
    if (text.length > longestLabel) return false;
    const words = toWords(
      text
        .replace(/\s*[([].*$/s, '')
        .replaceAll(/[^\p{L}\p{N}\s_.-]+/gu, ' ')
        .trim(),
    );
    return always.test(words) || inForms.test(words);
  });
}
