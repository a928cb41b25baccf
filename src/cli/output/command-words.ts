import type { DoorWords } from '../../errors/to-door-error.ts';

/** What the command says in place of the library's words: its options and environment variables. */
export const commandWords: DoorWords = {
  advice: {
    allowPrivate: 'To reach a private network, list it in GLEANER_ALLOW_PRIVATE.',
    allowExpressions: 'Run with --allow-expressions to let it.',
    allowMoreTime: 'Ask for less, or allow more with --timeout.',
    allowBrowser: 'Install a Chrome or Chromium, or name one in GLEANER_BROWSER.',
    installBrowser:
      'Install one (Debian: apt-get install chromium; anywhere: npx playwright-core install chromium), or name its executable in GLEANER_BROWSER.',
    startBrowserByHand:
      'Run it by hand to see why. Where its sandbox is the reason (containers), run as root or allow user namespaces.',
    nameAnotherBrowser: 'Another Chrome or Chromium may do better: name it in GLEANER_BROWSER.',
    givePage: 'Give a URL with https://, a file, or - for standard input.',
  },
  fields: {
    detailLevel: '--detail-level',
    excludeTags: '--exclude-tags',
    experimental: '--experimental',
    extractLinks: '--extract-links',
    format: '--format',
    headers: '--header',
    includeTags: '--include-tags',
    maxAge: '--max-age',
    maxPages: '--max-pages',
    pageComplexity: '--page-complexity',
    parseMode: '--parse-mode',
    plainText: '--plain-text',
    prompt: '<prompt>',
    proxy: '--proxy',
    reduceContent: '--reduce-content',
    schema: '--schema',
    stealth: '--stealth',
    tagTruncate: '--tag-truncate',
    timeoutMs: '--timeout',
    url: '<url>',
    variables: '--var',
  },
  toPlace: (field, rest) => `${field}${rest === '' ? '' : ` (${rest})`}`,
};
