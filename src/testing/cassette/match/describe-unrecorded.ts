import type { ComparableRequest } from './to-exchange-key.ts';
import { toDiff } from './to-diff.ts';

/** What is looked up, as named parts in lines: one part of an exchange is its query, one of a prompt its page. */
export type Parts = Readonly<Record<string, readonly string[]>>;

/** What was asked for, what there is, and where. */
export interface Unrecorded {
  readonly file: string;
  /** For people, e.g. `GET https://shop.example/` or `a call of the model "gpt"`. */
  readonly asked: string;
  readonly parts: Parts;
  /** All recorded ones of the channel, in order. */
  readonly recorded: readonly Parts[];
  /** How often the same one was recorded. */
  readonly times: number;
}

/** Returns what to say of something that was not recorded: the nearest recorded one, and how it differs. */
export function describeUnrecorded({ file, asked, parts, recorded, times }: Unrecorded): string {
  const advice =
    "Record again (`mode: 'record'`); what may differ between two runs, name in `volatile`.";
  if (times > 0) {
    return `${asked} was recorded ${times === 1 ? 'once' : `${times} times`} in "${file}", and was asked for once more. ${advice}`;
  }
  const [nearest] = recorded
    .map((each, index) => ({ each, index, likeness: measureLikeness(each, parts) }))
    .sort((left, right) => right.likeness - left.likeness);
  if (nearest === undefined) {
    return `${asked} was not recorded in "${file}", and nothing of its kind was. ${advice}`;
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
    advice,
  ].join('\n');
}

/** The parts of an exchange. */
export function toExchangeParts({ method, url, query, body }: ComparableRequest): Parts {
  return {
    method: [method],
    url: [url],
    ...(query.length === 0 ? {} : { query }),
    ...(body === '' ? {} : { body: body.split('\n') }),
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
