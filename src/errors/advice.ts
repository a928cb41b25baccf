/**
 * How a caller of the library mends what went wrong, by problem. Messages and warnings hold these sentences word for word,
 * so that every other door exchanges them for its own (`DoorWords`): a client over HTTP has no options, the command has
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
  /** The model's endpoint does not answer, or refuses the key. */
  checkModel: 'Try again later, or check its configuration.',
  /** Neither an address nor a page was given. */
  givePage: 'Give `url`, or the page itself as `html`.',
} as const;

/** The key of a sentence of advice. */
export type Advice = keyof typeof advice;
