import { isGleanerError } from '../../index.ts';
import { nameFiles } from '../options/read-page-file.ts';
import {
  type AdapterWords,
  toAdapterError,
  toAdapterText,
} from '../../runtime/errors/to-adapter-error.ts';

/** What the command says in place of the library's words: its arguments, options and environment variables. */
const commandWords: AdapterWords = {
  advice: {
    allowPrivate:
      'To reach a private network, list it in GLEANER_ALLOW_PRIVATE, e.g. 127.0.0.1/32.',
    allowExpressions: 'Run with --allow-expressions to let it.',
    allowUploads: 'Name the folder that recipes may choose files from in --uploads.',
    allowDownloads: 'Name the folder that they are kept in by --downloads.',
    allowMoreTime: 'Ask for less, or allow more with --timeout.',
    allowBrowser: 'Install a Chrome or Chromium, or name one in GLEANER_BROWSER.',
    installBrowser:
      'Install one (Debian: apt-get install chromium; anywhere: npx playwright-core install chromium), or name its executable in GLEANER_BROWSER.',
    startBrowserByHand:
      'Run it by hand to see why. Where its sandbox is the reason (containers), run as root or allow user namespaces.',
    nameAnotherBrowser: 'Another Chrome or Chromium may do better: name it in GLEANER_BROWSER.',
    checkEndpoint:
      'Check --cdp-url (GLEANER_CDP_URL) or --playwright-url (GLEANER_PLAYWRIGHT_URL), and whether it runs.',
    giveModel: 'Set GLEANER_MODEL_URL and GLEANER_MODEL, or ask for what the page states.',
    checkModel: 'Try again later, or check GLEANER_MODEL_URL, GLEANER_MODEL and GLEANER_MODEL_KEY.',
    checkModelKey: 'Check GLEANER_MODEL_KEY.',
    checkModelName: 'Check GLEANER_MODEL and GLEANER_MODEL_URL.',
    grantCredits: 'Grant more with `gleaner account grant`, or ask for less.',
    givePage: 'Give a URL with https://, a file, or - for standard input.',
    giveBase: 'Give its address with --base.',
  },
  fields: {
    account: '--account',
    baseline: '--baseline',
    cdpUrl: '--cdp-url',
    concurrency: '--concurrency',
    connectionString: '--database-url (or DATABASE_URL)',
    credits: '--credits',
    cron: '<cron>',
    detailLevel: '--detail-level',
    email: '--email',
    executablePath: 'GLEANER_BROWSER',
    excludeTags: '--exclude-tags',
    experimental: '--experimental',
    extractLinks: '--extract-links',
    format: '--format',
    grounding: '--grounding',
    headers: '--header',
    html: '<file>',
    includeTags: '--include-tags',
    label: '--label',
    maxAge: '--max-age',
    maxPages: '--max-pages',
    model: 'GLEANER_MODEL',
    models: '--models',
    navigation: '--navigation',
    pageComplexity: '--page-complexity',
    outcomes: '--outcomes',
    parseMode: '--parse-mode',
    plainText: '--plain-text',
    playwrightUrl: '--playwright-url',
    prices: '--prices',
    prompt: '<prompt>',
    proxy: '--proxy',
    reduceContent: '--reduce-content',
    schema: '--schema',
    seed: '--seed',
    stealth: '--stealth',
    tagTruncate: '--tag-truncate',
    timeZone: '--time-zone',
    timeoutMs: '--timeout',
    unsure: '--unsure',
    url: '<url>',
    variables: '--var',
  },
  toNamed: (text) => nameList(nameFiles(text)),
  toPlace: (field, rest) => `${field}${rest === '' ? '' : ` (${rest})`}`,
};

/** What says that there is no such thing names the command that lists those that there are. */
function nameList(text: string): string {
  return text.replace(
    /^There is no (account|key|recipe|schedule|run) "[^"]*"\.$/,
    (said, kind: string) =>
      `${said} \`gleaner ${kind === 'run' ? 'runs' : kind} list\` shows which there are.`,
  );
}

/** A warning or a message of the library in the words of the command. */
export function toCommandText(text: string): string {
  return toAdapterText(text, commandWords);
}

/** Errors that have the command's words already: some of these are words of the library too. */
const worded = new WeakSet<object>();

/** The same error in the words of the command: what the library throws names its own options. */
export function toCommandError(error: unknown): unknown {
  if (error instanceof Error && worded.has(error)) return error;
  if (isGleanerError(error)) return toAdapterError(error, commandWords);
  return error instanceof TypeError
    ? new TypeError(toCommandText(error.message), { cause: error })
    : error;
}

/** Does `work` for a command that calls some fields otherwise, e.g. `{ url: '--base' }`: its errors use these names. */
export async function withFieldNames<Result>(
  names: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const words = { ...commandWords, fields: { ...commandWords.fields, ...names } };
    const isUsage = error instanceof TypeError;
    if (!isUsage && !isGleanerError(error)) throw error;
    const own = isUsage
      ? new TypeError(toAdapterText(error.message, words), { cause: error })
      : toAdapterError(error, words);
    worded.add(own);
    throw own;
  }
}

/** Ends a command that has printed what it found, which under `--json` is its one document: only the exit code tells the rest. */
export class FailedCheck extends Error {}

/** Where a command listens. */
export interface Address {
  readonly port: number;
  readonly hostname: string;
}

/** Throws why the command cannot listen there, and which option to change; anything unknown as it is. */
export function throwListenError(
  cause: unknown,
  option: string,
  { port, hostname }: Address,
): never {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const advice = listenAdvice(code, option);
  if (advice === undefined) throw cause;
  const message = `Cannot listen on ${hostname}, port ${port}: ${advice}`;
  // The same line may work once the other process has ended: no wrong usage.
  if (code === 'EADDRINUSE') throw new Error(message, { cause });
  throw new TypeError(message, { cause });
}

function listenAdvice(code: unknown, option: string): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `another process listens there. End it, or give another port with ${option} (0 picks one that is free).`;
    case 'EACCES':
      return `this user may not use the port. Give one above 1023 with ${option}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'this machine has no such address. Give one of its own with --host, e.g. 127.0.0.1, or 0.0.0.0 for all of them.';
    default:
      return undefined;
  }
}
