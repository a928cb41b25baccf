import type { SelectorPart } from '../../contracts/recipe/recipe.ts';
import { fillText, type VariableValues, splitAtPlaceholders } from './fill-text.ts';

type Refuse = (name: string, problem: string) => void;

/** Values in one part of a selector, escaped for where they stand: a value never becomes syntax. */
export function fillSelectorPart(
  part: SelectorPart,
  values: VariableValues,
  refuse: Refuse,
): SelectorPart {
  switch (part.kind) {
    case 'css':
    case 'pierce':
      return { ...part, value: fillText(part.value, values, escapeCss) };
    case 'xpath':
      return { ...part, value: fillXpath(part.value, values, refuse) };
    case 'aria':
      return fillAria(part, values, refuse);
    case 'nth':
      return { ...part, value: fillNth(part.value, values, refuse) };
    case 'text':
      break;
  }
  return { ...part, value: fillText(part.value, values) };
}

function fillNth(nth: string, values: VariableValues, refuse: Refuse): string {
  return fillText(nth, values, (value, _, name) => {
    if (!/^[1-9]\d{0,4}$/.test(value)) {
      refuse(name, 'stands for the place of an element and must be a whole number from 1');
    }
    return value;
  });
}

function fillAria(part: SelectorPart, values: VariableValues, refuse: Refuse): SelectorPart {
  // Names are compared with white space collapsed.
  const value = fillText(part.value, values).replaceAll(/\s+/g, ' ').trim();
  if (part.role === undefined) return { ...part, value };
  const role = fillText(part.role, values, (role, _, name) => {
    if (!/^[A-Za-z-]+$/.test(role)) refuse(name, 'stands for a role, e.g. "link"; it is no word');
    return role;
  });
  return { ...part, value, role };
}

/**
 * By escapes that mean the same inside strings and in names. Each ends in a space, which belongs to it. Digits stay
 * where a number may be meant: in a name that has begun, and behind `(` and `+`, as in `:nth-child({{n}})`.
 */
function escapeCss(value: string, before: string): string {
  let escaped = '';
  for (const character of value.toWellFormed().replaceAll('\0', '\uFFFD')) {
    const last = (before + escaped).at(-1) ?? '';
    const goesOn = /[\w\u0080-\uFFFF-]/.test(last);
    const isPlain =
      /[A-Za-z_\u0080-\u{10FFFF}]/u.test(character) ||
      (/\d/.test(character) && (goesOn || /[(+]/.test(last))) ||
      (character === '-' && goesOn);
    escaped += isPlain ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `;
  }
  return escaped;
}

/** XPath has no escapes: a literal with a value in it is written anew, with the quotes that the value leaves free. */
function fillXpath(xpath: string, values: VariableValues, refuse: Refuse): string {
  let filled = '';
  let literal: { readonly quote: string; content: string } | undefined;
  for (const [index, piece] of splitAtPlaceholders(xpath).entries()) {
    if (index % 2 === 1) {
      const value = values.get(piece) ?? `{{${piece}}}`;
      if (literal !== undefined) literal.content += value;
      else {
        if (!/^(?:\d+(?:\.\d+)?|[A-Za-z_][\w.-]*)$/.test(value)) {
          refuse(piece, 'stands outside of quotes in XPath, where only numbers and names may be');
        }
        filled += value;
      }
      continue;
    }
    for (const character of piece) {
      if (literal === undefined) {
        if (character === '"' || character === "'") literal = { quote: character, content: '' };
        else filled += character;
      } else if (character === literal.quote) {
        filled += toXpathLiteral(literal.content);
        literal = undefined;
      } else literal.content += character;
    }
  }
  return literal === undefined ? filled : filled + literal.quote + literal.content;
}

function toXpathLiteral(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  const pieces = text.split('"').map((piece) => `"${piece}"`);
  return `concat(${pieces.join(`, '"', `)})`;
}
