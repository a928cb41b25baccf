import { GleanerError } from './gleaner-error.ts';

/**
 * How a caller of the library mends what went wrong, by problem. Messages and warnings hold these sentences word for word,
 * so that every other adapter exchanges them for its own (`AdapterWords`): a client over HTTP has no options, the command has
 * flags and environment variables.
 */
export const advice = {
  /** A page or a sender is on a network that is not public. */
  allowPrivate: 'To reach a private network, list it in `allowPrivate` of the egress options.',
  /** A recipe brings code of its own. */
  allowExpressions: 'Pass `allowExpressions: true` to let it.',
  /** A recipe chooses files, and the engine was made without a folder of them. */
  allowUploads: 'Name the folder that recipes may choose files from in `files.uploads`.',
  /** A recipe brings files, and the engine was made without a folder for them. */
  allowDownloads: 'Name the folder that they are kept in as `files.downloads`.',
  /** The deadline of a call came first. */
  allowMoreTime: 'Ask for less, or allow more with `timeoutMs`.',
  /** The engine was made without a browser, and the call needs one. */
  allowBrowser: 'Make the engine without `browser: false`.',
  /** This machine has no browser. */
  installBrowser:
    'Install one (Debian: apt-get install chromium; anywhere: npx playwright-core install chromium), or name its executable in `executablePath`.',
  /** The browser's program ends at once. */
  startBrowserByHand:
    'Run it by hand to see why. Where its sandbox is the reason (containers), pass `sandbox: false`.',
  /** The browser on this machine does not keep to the guard. */
  nameAnotherBrowser: 'Another Chrome or Chromium may do better: name it in `executablePath`.',
  /** A browser that runs elsewhere does not answer. */
  checkEndpoint: 'Check `cdpUrl` or `playwrightUrl`, and whether it runs.',
  /** The prompt asks for more than a page states, and there is no model. */
  giveModel:
    'Make the engine with a `model`, or set GLEANER_MODEL_URL and GLEANER_MODEL; or ask for what the page states.',
  /** The model's endpoint does not answer. */
  checkModel: 'Try again later, or check its configuration.',
  /** The model's endpoint refuses the key. */
  checkModelKey: 'Check `apiKey`, or GLEANER_MODEL_KEY.',
  /** The model's endpoint does not know the model. */
  checkModelName: 'Check `model` and `baseUrl`, or GLEANER_MODEL and GLEANER_MODEL_URL.',
  /** The account has too few credits. */
  grantCredits: 'Grant more, or ask for less.',
  /** Neither an address nor a page was given. */
  givePage: 'Give `url`, or the page itself as `html`.',
  /** Relative addresses of a page that was given as HTML. */
  giveBase: 'Give its address as `url` beside `html`.',
} as const;

/** The key of a sentence of advice. */
export type Advice = keyof typeof advice;

/** Codes of Node and of bundlers for a package that is not there. */
const missingCodes: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * What to throw where a package that an installation may leave out does not load: `service_unavailable` that names the package,
 * what needs it (`purpose`, e.g. `Writing a PDF file`) and the command that installs it; the cause itself where the package is
 * there. The `import()` stands directly in the `try` of the caller: a bundler that does not find the package goes on for that
 * alone.
 */
export function toMissingPackage(name: string, purpose: string, cause: unknown): unknown {
  if (!isMissing(cause, name)) return cause;
  return new GleanerError(
    'service_unavailable',
    `${purpose} needs the package ${name}, which is not installed: npm install ${name}`,
    { cause },
  );
}

function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  // An installed package that lacks one of its own dependencies is another fault.
  return missingCodes.has(error.code) && error.message.includes(`'${name}'`);
}
