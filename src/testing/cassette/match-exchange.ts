import { findText } from './file/har.ts';
import type { TapeRequest } from './file/tape-entry.ts';
import type { OptionRules, ValueRule } from '../../runtime/errors/option-checks.ts';
import { toGlobal, withoutNumbers } from './redact-secrets.ts';
import { diff } from 'node:util';

/** What may differ between two requests that are the same, or be missing in one: names, and patterns of them (`query`) or of the text (`body`). */
export interface VolatileParts {
  /** Names of query members, or patterns of names. */
  readonly query: readonly (string | RegExp)[];
  /** Names of JSON members or form fields; patterns are matched with the text of bodies and prompts. */
  readonly body: readonly (string | RegExp)[];
}

export const textsOrPatterns: ValueRule = {
  wanted: 'a list of texts and regular expressions',
  isAllowed: (value) =>
    Array.isArray(value) &&
    value.every((each) => (typeof each === 'string' && each !== '') || each instanceof RegExp),
};

export const volatileRules: OptionRules<VolatileParts> = {
  query: textsOrPatterns,
  body: textsOrPatterns,
};

/** An exchange in parts that people can compare: the URL without its query, a line for each member, the body. */
interface ComparableRequest {
  readonly method: string;
  /** Origin and path. */
  readonly url: string;
  readonly query: readonly string[];
  readonly body: string;
}

/** What stands for a part of a text that may differ. */
const anything = '*';

export function toComparable(
  { method, url, body }: TapeRequest,
  volatile: VolatileParts,
): ComparableRequest {
  const [address = '', query = ''] = withoutNumbers(url.replace(/#.*/s, '')).split(/\?(.*)/s);
  return {
    method: method.toUpperCase(),
    url: address,
    query: query === '' ? [] : withoutMembers(query.split('&'), volatile.query),
    body:
      body === undefined
        ? ''
        : maskBody(findText(body) ?? Buffer.from(body).toString('base64'), volatile.body),
  };
}

/** The request as one string: equal for requests that are the same. */
export function toExchangeKey({ method, url, query, body }: ComparableRequest): string {
  return JSON.stringify([method, url, query, body]);
}

function withoutMembers(
  members: readonly string[],
  names: VolatileParts['query'],
): readonly string[] {
  return members.filter((member) => {
    const name = decodeName(member.split('=')[0] ?? '');
    return !names.some((each) => matchesName(each, name));
  });
}

function decodeName(name: string): string {
  return new URLSearchParams(name).keys().next().value ?? name;
}

function matchesName(pattern: string | RegExp, name: string): boolean {
  return typeof pattern === 'string' ? pattern === name : new RegExp(pattern, '').test(name);
}

/** Returns a text without the volatile members of JSON or of a form, and with what the patterns match replaced. */
export function maskBody(text: string, parts: VolatileParts['body']): string {
  let masked = withoutNumbers(text);
  for (const part of parts) {
    if (typeof part !== 'string') masked = masked.replace(toGlobal(part), anything);
  }
  const names = new Set(parts.filter((part) => typeof part === 'string'));
  if (names.size === 0) return masked;
  try {
    return JSON.stringify(JSON.parse(masked), (name, value: unknown) =>
      names.has(name) ? undefined : value,
    );
  } catch {
    return withoutMembers(masked.split('&'), [...names]).join('&');
  }
}

/** What is looked up, as named parts in lines: one part of an exchange is its query, one of a prompt its page. */
export type Parts = Readonly<Record<string, readonly string[]>>;

interface Unrecorded {
  readonly file: string;
  /** For people, e.g. `GET https://shop.example/` or `a call of the model "gpt"`. */
  readonly asked: string;
  readonly parts: Parts;
  readonly recorded: readonly Parts[];
  readonly times: number;
}

/** Returns what to say of something that was not recorded: the nearest recorded one, and how it differs. */
export function describeUnrecorded({ file, asked, parts, recorded, times }: Unrecorded): string {
  const advice = "Record again (`mode: 'record'`)";
  if (times > 0) {
    return `${asked} was recorded ${times === 1 ? 'once' : `${times} times`} in "${file}", and was asked for once more. ${advice}.`;
  }
  const [nearest] = recorded
    .map((each, index) => ({ each, index, likeness: measureLikeness(each, parts) }))
    .sort((left, right) => right.likeness - left.likeness);
  if (nearest === undefined) {
    return `${asked} was not recorded in "${file}", and nothing of its kind was. ${advice}.`;
  }
  const differing: string[] = [];
  const same: string[] = [];
  for (const name of new Set([...Object.keys(nearest.each), ...Object.keys(parts)])) {
    const lines = toDiff(nearest.each[name] ?? [], parts[name] ?? []);
    if (lines.length === 0) same.push(name);
    else differing.push(`${name}:`, ...lines.map((line) => `  ${line}`));
  }
  return [
    `${asked} was not recorded in "${file}". The nearest one there is number ${nearest.index + 1} of ${recorded.length} (- recorded, + asked for):`,
    ...differing,
    ...(same.length === 0 ? [] : [`The same: ${same.join(', ')}.`]),
    `${advice}${toVolatileAdvice(nearest.each, parts)}.`,
  ].join('\n');
}

/** What to write so that two requests are the same: names where what differs has some, else a pattern. */
function toVolatileAdvice(recorded: Parts, asked: Parts): string {
  // Not these: another address is another request.
  if (
    recorded['url']?.[0] !== asked['url']?.[0] ||
    recorded['method']?.[0] !== asked['method']?.[0]
  )
    return '';
  const query = listNames(recorded['query'], asked['query']);
  const body = listNames(toMembers(recorded['body']), toMembers(asked['body']));
  const members = [
    ...(query.length === 0 ? [] : [`query: ${JSON.stringify(query)}`]),
    ...(body.length === 0 ? [] : [`body: ${JSON.stringify(body)}`]),
  ];
  const named = members.length === 0 ? 'body: [/pattern/]' : members.join(', ');
  return `; what may differ between two runs, name by the option, e.g. \`volatile: { ${named} }\``;
}

/** Members of JSON at any depth, or fields of a form, as `name=value`. */
function toMembers(lines: readonly string[] = []): readonly string[] {
  const text = lines.join('\n');
  const members: string[] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value !== 'object') members.push(`${name}=${JSON.stringify(value)}`);
      return value;
    });
    return members;
  } catch {
    return text.split('&').filter((member) => /^[\w.%[\]-]+=/.test(member));
  }
}

/** Names of the members that differ. */
function listNames(
  recorded: readonly string[] = [],
  asked: readonly string[] = [],
): readonly string[] {
  const [before, after] = [new Set(recorded), new Set(asked)];
  const differing = [...before, ...after].filter((each) => !before.has(each) || !after.has(each));
  return [...new Set(differing.map((member) => decodeName(member.split('=')[0] ?? '')))];
}

export function toExchangeParts({ method, url, query, body }: ComparableRequest): Parts {
  return {
    method: [method],
    url: [url],
    ...(query.length > 0 && { query }),
    ...(body !== '' && { body: body.split('\n') }),
  };
}

/** The share of what both have, part by part, the first parts counting most. */
function measureLikeness(recorded: Parts, asked: Parts): number {
  let weight = 1;
  let likeness = 0;
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(asked)])) {
    likeness += weight * compareLines(recorded[name] ?? [], asked[name] ?? []);
    weight *= 0.8;
  }
  return likeness;
}

/** 0 to 1. One line is compared by the beginning and the end that both have, several by the lines that both have. */
function compareLines(left: readonly string[], right: readonly string[]): number {
  const [one, other] = [left[0] ?? '', right[0] ?? ''];
  const most = Math.max(left.length, right.length);
  if (most === 1) {
    const longest = Math.max(one.length, other.length, 1);
    return one === other ? 1 : countSame(one, other) / longest / 2;
  }
  const lines = new Set(left);
  return right.filter((line) => lines.has(line)).length / Math.max(most, 1);
}

function countSame(left: string, right: string): number {
  const shortest = Math.min(left.length, right.length);
  let start = 0;
  while (start < shortest && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shortest - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  return start + end;
}

/** Lines of one diff; a page may have thousands, which tell no more than the first. */
const maxLines = 40;
/** Lines that are compared one by one: the time grows with their square. */
const maxCompared = 400;
const maxLineLength = 300;

/** Returns what differs between two texts, by line: `- recorded`, `+ asked for`; empty where they are equal. */
function toDiff(recorded: readonly string[], asked: readonly string[]): readonly string[] {
  let start = 0;
  while (start < Math.min(recorded.length, asked.length) && recorded[start] === asked[start]) {
    start += 1;
  }
  let same = 0;
  const shared = Math.min(recorded.length, asked.length) - start;
  while (same < shared && recorded.at(-1 - same) === asked.at(-1 - same)) same += 1;
  const [before = [], after = []] = [recorded, asked].map((lines) =>
    lines.slice(start, lines.length - same).slice(0, maxCompared),
  );
  // Node's diff throws for two empty lists.
  if (before.length + after.length === 0) return [];
  const lines = diff(before, after)
    .filter(([change]) => change !== 0)
    .map(([change, line]) => `${change > 0 ? '-' : '+'} ${shorten(line)}`);
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), `… and ${lines.length - maxLines} lines more`];
}

function shorten(line: string): string {
  return line.length <= maxLineLength ? line : `${line.slice(0, maxLineLength)}…`;
}
