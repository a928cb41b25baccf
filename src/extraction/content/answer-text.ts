import { findFirstPlace } from '../../runtime/collections.ts';
import type { LooseJsonLimits } from '../../page/structured-data/loose-json.ts';

/** Bounds of one answer, of which each nested value counts. */
export const answerLimits: LooseJsonLimits = {
  /** The same bound as for JSON bodies: what is deeper breaks recursive readers further on. */
  maxDepth: 64,
  /** A list of 5,000 records with 9 fields: checking it takes 0.1 s of the event loop. */
  maxValues: 50_000,
};

/** What models call the part of their text that is not the answer. */
const reasoningName =
  '(?:\\w+:)?(?:think(?:ing)?|thoughts?|reason(?:ing)?|reflect(?:ion)?|analysis|scratchpad|monologue|deliberation|plan(?:ning)?)';
/** `</think>`, `[/THINK]`, `◁/think▷`, `<|/think|>`, `<|end_of_thought|>`. */
const reasoningEnd = new RegExp(
  `(?:</|\\[/|◁/|<\\|/|<\\|end(?:_of)?_)${reasoningName}(?:>|\\]|▷|\\|>)`,
  'giu',
);
const reasoningStart = new RegExp(
  `(?:<|\\[|◁|<\\||<\\|begin(?:_of)?_)${reasoningName}(?:>|\\]|▷|\\|>)`,
  'giu',
);
/** An element around the whole of what it holds, whatever its name. */
const anyStart = /^<([a-z][\w:-]*)>/i;
const answerName =
  /^(?:(?:final|json|structured)[_-]?)?(?:answer|output|result|response|json|data|final|solution|item|items|root|object|extraction)s?$/i;
/** The marks of OpenAI's harmony format, which some servers leave in the text. */
const channel = /<\|channel\|>\s*(\w+)/g;
const channelText = /<\|message\|>([\s\S]*?)(?=<\|(?:end|return|call|start|channel)\|>|$)/;

/** What follows a model's reasoning; nothing where the reasoning has no end. Marks inside whole JSON are its text. */
export function dropReasoning(text: string): string {
  const final = findFinalChannel(text);
  if (final !== undefined) return final;
  const isText = listWholeJson(text);
  const from = findReasoningEnd(text, isText);
  const rest = text.slice(from);
  const start = [...rest.matchAll(reasoningStart)].find(({ index }) => !isText(from + index));
  if (start !== undefined) return rest.slice(0, start.index);
  const element = findAnswerElement(rest, (at) => isText(from + at));
  if (element !== undefined) return element;
  const trimmed = rest.trimStart();
  const name = anyStart.exec(trimmed)?.[1];
  if (name === undefined || answerName.test(name)) return rest;
  const close = `</${name}>`;
  const at = trimmed.indexOf(close);
  if (at < 0) return '';
  // An element of an unknown name around all of the text holds the answer.
  const after = trimmed.slice(at + close.length);
  return /[{[]/.test(after) ? after : rest;
}

/** The same of an answer in plain text, which may name such a mark further on. */
export function dropReasoningOfText(text: string): string {
  const final = findFinalChannel(text);
  if (final !== undefined) return final;
  const rest = text.slice(findReasoningEnd(text, () => false)).trim();
  return rest.search(reasoningStart) === 0 ? '' : rest;
}

/** What a text in the harmony format says to the user; nothing where it does not come to that. */
function findFinalChannel(text: string): string | undefined {
  const channels = [...text.matchAll(channel)];
  if (channels.length === 0) return undefined;
  const final = channels.findLast(([, name]) => name === 'final');
  return final === undefined ? '' : (channelText.exec(text.slice(final.index))?.[1] ?? '');
}

function findReasoningEnd(text: string, isText: (at: number) => boolean): number {
  const end = [...text.matchAll(reasoningEnd)].findLast(({ index }) => !isText(index));
  return end === undefined ? 0 : end.index + end[0].length;
}

const answerStart =
  /<((?:(?:final|json|structured)[_-]?)?(?:answer|output|result|response|solution))>/giu;

/** What the text's one element of an answer's name holds: what stands behind it explains the answer. */
function findAnswerElement(text: string, isText: (at: number) => boolean): string | undefined {
  const [first, second] = [...text.matchAll(answerStart)].filter(({ index }) => !isText(index));
  if (first === undefined || second !== undefined) return undefined;
  const from = first.index + first[0].length;
  const end = text.indexOf(`</${first[1]}>`, from);
  const inner = text.slice(from, Math.max(from, end));
  return /[{[]/.test(inner) ? inner : undefined;
}

const jsonToken =
  /\s*(?:([{[])|([}\]])|[,:]|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"|-?\d[\d.eE+-]*|true|false|null)/uy;

/** Tells whether a place of a text lies in an array or object of strict JSON. Linear: each place is read once a depth. */
function listWholeJson(text: string): (at: number) => boolean {
  const found: { readonly start: number; readonly end: number }[] = [];
  const bracket = /[{[]/g;
  for (let start = bracket.exec(text); start !== null; start = bracket.exec(text)) {
    const end = findJsonEnd(text, start.index);
    if (end === undefined) continue;
    found.push({ start: start.index, end });
    bracket.lastIndex = end;
  }
  return (at) =>
    at <
    (found[findFirstPlace(found.length, (each) => (found[each]?.start ?? 0) > at) - 1]?.end ?? 0);
}

function findJsonEnd(text: string, start: number): number | undefined {
  let depth = 0;
  jsonToken.lastIndex = start;
  for (let token = jsonToken.exec(text); token !== null; token = jsonToken.exec(text)) {
    if (token[1] !== undefined) depth += 1;
    if (token[2] !== undefined) depth -= 1;
    if (depth === 0) return jsonToken.lastIndex;
    if (depth > answerLimits.maxDepth) return undefined;
  }
  return undefined;
}

const escapedStart = /^[^"\\]{0,200}"?[{[]\s*\\"/;
const markedUpStart = /^[^"&]{0,200}[{[]\s*&quot;/;

/** An answer whose quotes are all escaped was escaped as a whole. */
export function unescapeWhole(text: string): string {
  if (escapedStart.test(text)) {
    return text.replaceAll(/\\(["\\/nrt])/g, (_, character: string) =>
      /[nrt]/.test(character) ? ' ' : character,
    );
  }
  return markedUpStart.test(text) ? text.replaceAll('&quot;', '"') : text;
}
