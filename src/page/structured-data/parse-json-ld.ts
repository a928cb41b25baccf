import { jsonrepair } from 'jsonrepair';
import { readMarkupText } from './markup-text.ts';

/** Characters; repairing takes about 20 times as long as parsing, so larger broken documents are dropped. */
const maxRepairedLength = 500_000;
/** What no JSON may hold; line breaks and tabs are left, for strings that should have escaped them. */
const controls = /[\0-\x08\x0B\x0C\x0E-\x1F]/g;
const wrapperStart =
  /^(?:\uFEFF|\s|<!--|\/\/\s*<!\[CDATA\[|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)+/;
const wrapperEnd = /(?:\s|-->|\/\/\s*\]\]>|\/\*\s*\]\]>\s*\*\/|\]\]>|;)$/;

/** JSON-LD as people write it: comments, CDATA wrappers, raw control characters, entities and trailing commas pass. */
export function parseJsonLd(script: string): unknown {
  const text = unwrap(script);
  if (text === '') return undefined;
  for (const read of [JSON.parse, parseUnescaped, parseRepaired]) {
    try {
      const value: unknown = read(text);
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // The next, more lenient way is tried; the caller says when none could read it.
    }
  }
  return undefined;
}

function unwrap(script: string): string {
  let text = script.replace(wrapperStart, '').trimEnd();
  for (
    let match = wrapperEnd.exec(text.slice(-20));
    match;
    match = wrapperEnd.exec(text.slice(-20))
  ) {
    text = text.slice(0, text.length - match[0].length).trimEnd();
  }
  return text;
}

function parseUnescaped(text: string): unknown {
  // A document whose very quotes are escaped was escaped as a whole.
  return text.includes('&quot;') && !text.includes('"')
    ? JSON.parse(readMarkupText(text))
    : undefined;
}

function parseRepaired(text: string): unknown {
  return text.length > maxRepairedLength
    ? undefined
    : JSON.parse(jsonrepair(text.replace(controls, '')));
}
