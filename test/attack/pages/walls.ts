import { repeat, toDocument, toFamily, type HostilePage } from '../hostile-page.ts';

/** What stands instead of a page, made so long or so odd that it is dear to recognise. */
export const wallPages: readonly HostilePage[] = toFamily('walls', [
  [
    'a challenge of 1 MB',
    1_000_000,
    (count) =>
      `<title>Just a moment...</title><p>Checking your browser</p><script>${'challenge();'.repeat(count / 12)}</script>`,
    { status: 403 },
  ],
  [
    'an error page of 9 MB',
    9_000_000,
    (count) => `<title>500</title>${'<p>Internal error'.repeat(count / 17)}`,
    { status: 500 },
  ],
  [
    'too many requests',
    1_000,
    (count) => toDocument('<p>Slow down</p>'.repeat(count)),
    { status: 429 },
  ],
  [
    'a log-in form, 20,000 times',
    20_000,
    (count) =>
      `<title>Log in | Lamps</title>${'<form><input type = "password"><input type=password></form>'.repeat(count)}`,
  ],
  [
    'a title that nearly asks to log in',
    500_000,
    (count) => `<title>${'Log in - '.repeat(count / 9)}</title><p>Lamp`,
  ],
  [
    'a shell with 5 MB of scripts',
    5_000_000,
    (count) =>
      `<title>App</title><div id=root></div><script>${'self.push([1,"a:[{}]"]);'.repeat(count / 24)}</script>`,
  ],
  [
    'a shell with 100,000 roots',
    100_000,
    (count) =>
      `<title>App</title>${repeat(count, (at) => `<div id=root${at}></div><script src=/${at}.js></script>`)}`,
  ],
  [
    'a shell of open tags',
    300_000,
    (count) =>
      `<div id=app><noscript>You need to enable JavaScript</noscript>${'<p '.repeat(count / 3)}`,
  ],
  [
    'paragraphs that nearly hold text',
    1_000_000,
    (count) => `<div id=root></div>${`<p ${'a'.repeat(299)}`.repeat(count / 302)}`,
  ],
  [
    'refreshes to itself',
    20_000,
    (count) => toDocument('', '<meta http-equiv=refresh content="0;url=/x">'.repeat(count)),
  ],
  ['nothing but white space', 5_000_000, (count) => ' \n'.repeat(count / 2)],
  [
    'nothing but hidden text',
    50_000,
    (count) => '<p hidden>Brass lamp</p><p style="display:none">x</p>'.repeat(count),
  ],
  ['no content, said by the status', 1, () => 'x', { status: 204 }],
  ['a status beyond all', 1_000, (count) => toDocument('<p>x</p>'.repeat(count)), { status: 599 }],
]);
