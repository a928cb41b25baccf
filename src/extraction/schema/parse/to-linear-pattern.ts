import { RE2JS } from 're2js';

type LinearPattern =
  | { readonly pattern: { test(text: string): boolean } }
  | { readonly problem: string };

/** Longer patterns than this are generated ones, and cost time to compile. */
const maxPatternLength = 1_000;

// What ECMAScript means by them; RE2 means ASCII white space, and only \n as a line end.
const whiteSpace = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const anyButLineEnd = String.raw`[^\n\r\x{2028}\x{2029}]`;

/** Compiles an ECMAScript pattern, as JSON Schema writes them, for an engine that cannot backtrack. */
export function toLinearPattern(source: string): LinearPattern {
  if (source.length > maxPatternLength) {
    return { problem: `is longer than ${maxPatternLength} characters; shorten it` };
  }
  if (!isEcmaPattern(source)) return { problem: 'is not a regular expression' };
  const translated = translate(source);
  if (typeof translated !== 'string') return translated;
  try {
    const compiled = RE2JS.compile(translated);
    return { pattern: { test: (text) => compiled.test(text) } };
  } catch {
    return { problem: 'uses a form that is not supported; write it with plain groups and classes' };
  }
}

function isEcmaPattern(source: string): boolean {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags) instanceof RegExp;
    } catch {
      // The pattern is invalid with the u flag; some patterns are valid only without it.
    }
  }
  return false;
}

/** Walks the pattern once, character by character: RE2 reads most of it the same way. */
function translate(source: string): string | { readonly problem: string } {
  let result = '';
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '\\') {
      const escape = translateEscape(source.slice(at, at + 64), inClass);
      if ('problem' in escape) return escape;
      result += escape.text;
      at += escape.length - 1;
    } else if (inClass) {
      if (character === ']') inClass = false;
      // A bare [ or & in a class is a character in ECMAScript; in RE2 `[:` opens a named class.
      result += character === '[' ? String.raw`\[` : character;
    } else if (character === '[') {
      if (source.startsWith('[]', at)) {
        result += String.raw`[^\x{0}-\x{10ffff}]`;
        at += 1;
      } else if (source.startsWith('[^]', at)) {
        result += '(?s:.)';
        at += 2;
      } else {
        inClass = true;
        if (source.charAt(at + 1) === '^') {
          result += '[^';
          at += 1;
        } else result += '[';
      }
    } else if (character === '.') result += anyButLineEnd;
    else if (character === '(' && source.charAt(at + 1) === '?') {
      if (/^\(\?(?:=|!|<=|<!)/.test(source.slice(at, at + 4))) {
        return { problem: 'uses lookahead or lookbehind, which is not supported; say it without' };
      }
      if (!/^\(\?(?::|<[A-Za-z_])/.test(source.slice(at, at + 4))) {
        return { problem: 'uses a group that is not supported; use ( ) or (?: )' };
      }
      result += character;
    } else result += character;
  }
  return result;
}

type Translated = { readonly text: string; readonly length: number } | { readonly problem: string };

function translateEscape(source: string, inClass: boolean): Translated {
  const kind = source.charAt(1);
  if (kind === 's') return { text: inClass ? whiteSpace : `[${whiteSpace}]`, length: 2 };
  if (kind === 'S') {
    if (!inClass) return { text: `[^${whiteSpace}]`, length: 2 };
    return { problem: String.raw`uses \S inside [ ], which is not supported; say it without` };
  }
  if (/[1-9k]/.test(kind)) {
    return { problem: 'uses a reference to a group, which is not supported; say it without' };
  }
  if (kind === 'u' || kind === 'x') return translateCodePoint(source);
  if (kind === 'c' && /^\\c[A-Za-z]/.test(source)) {
    return { text: hex(source.charCodeAt(2) % 32), length: 3 };
  }
  if (kind === '0') return { text: hex(0), length: 2 };
  if (kind === 'p' || kind === 'P') return translateProperty(source);
  if (/[dDwWbBtnrfv]/.test(kind)) {
    return { text: kind === 'b' && inClass ? hex(8) : `\\${kind}`, length: 2 };
  }
  // Any other escaped character stands for itself; letters would mean something else to RE2 (\A, \z, \Q, \a).
  return { text: /[A-Za-z]/.test(kind) ? kind : `\\${kind}`, length: 2 };
}

function translateCodePoint(source: string): Translated {
  const pair = /^\\u([Dd][89ABab][\dA-Fa-f]{2})\\u([Dd][C-Fc-f][\dA-Fa-f]{2})/.exec(source);
  if (pair?.[1] !== undefined && pair[2] !== undefined) {
    const high = Number.parseInt(pair[1], 16) - 0xd800;
    const low = Number.parseInt(pair[2], 16) - 0xdc00;
    return { text: hex(0x10000 + high * 0x400 + low), length: pair[0].length };
  }
  const single = /^\\(?:u\{([\dA-Fa-f]{1,6})\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2}))/.exec(source);
  const digits = single?.[1] ?? single?.[2] ?? single?.[3];
  if (single === null || digits === undefined) return { text: source.charAt(1), length: 2 };
  return { text: hex(Number.parseInt(digits, 16)), length: single[0].length };
}

function translateProperty(source: string): Translated {
  const property = /^\\[pP]\{([A-Za-z_=]{1,40})\}/.exec(source);
  if (property?.[1] === undefined) return { text: source.charAt(1), length: 2 };
  const name = property[1].replace(/^(?:General_Category|gc|Script|sc)=/, '');
  const short = longCategories.get(name) ?? name;
  return { text: `\\${source.charAt(1)}{${short}}`, length: property[0].length };
}

// Unicode's long names for general categories, of which RE2 knows only the short ones. Source: PropertyValueAliases.txt.
const longCategories: ReadonlyMap<string, string> = new Map(
  (
    'Letter:L Uppercase_Letter:Lu Lowercase_Letter:Ll Titlecase_Letter:Lt Modifier_Letter:Lm Other_Letter:Lo Mark:M ' +
    'Number:N Decimal_Number:Nd digit:Nd Punctuation:P punct:P Symbol:S Currency_Symbol:Sc Math_Symbol:Sm Separator:Z ' +
    'Space_Separator:Zs Other:C'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.replace(/:.*/, ''), pair.replace(/.*:/, '')]),
);

function hex(codePoint: number): string {
  return `\\x{${codePoint.toString(16)}}`;
}
