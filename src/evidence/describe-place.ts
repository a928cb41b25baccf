import { createHash } from 'node:crypto';
import type { AnyNode } from 'domhandler';
import type { EvidencePlace } from '../contracts/evidence.ts';
import type { ContentSource } from '../page/page-reading.ts';
import { foldText, readText } from '../page/text/node-text.ts';
import { toNodePath } from '../page/tree/node-path.ts';
import { toShownOffset } from './fold-for-search.ts';
import { findLastUpTo, type EvidenceLine, type LineHit } from './index-lines.ts';

const maxSnippetLength = 200;
/** Characters of all elements that are read for offsets and digests, each once. */
const maxReadLength = 32 * 1_024 * 1_024;
const digestLength = 16;

/** Describes places of one page. */
export interface PlaceDescriber {
  /** A place that was found in the page's lines. */
  readonly describe: (hit: LineHit) => EvidencePlace | undefined;
  /** A whole node, attribute or pointer. */
  readonly describeSource: (source: ContentSource) => EvidencePlace;
  /** The first source of structured data or of a meta tag that is wanted. */
  readonly findSource: (isWanted: (source: ContentSource) => boolean) => ContentSource | undefined;
}

/** Creates the describer of a page's lines. */
export function createPlaceDescriber(lines: readonly EvidenceLine[]): PlaceDescriber {
  const wholes = new Map<AnyNode, string>();
  const digests = new Map<string, string>();
  const pieces = new Map<ContentSource, EvidenceLine[]>();
  for (const line of lines) {
    if (line.kind !== 'structured-data' && line.kind !== 'meta') continue;
    const [part] = line.parts;
    if (part === undefined) continue;
    const known = pieces.get(part.source);
    if (known === undefined) pieces.set(part.source, [line]);
    else known.push(line);
  }
  let readLength = 0;

  function readWhole(node: AnyNode): string | undefined {
    const known = wholes.get(node);
    if (known !== undefined) return known;
    if (readLength > maxReadLength) return undefined;
    const text = readText(node);
    readLength += text.length;
    wholes.set(node, text);
    return text;
  }

  function toDigest(text: string): string {
    const known = digests.get(text);
    if (known !== undefined) return known;
    const digest = createHash('sha256').update(text).digest('hex').slice(0, digestLength);
    digests.set(text, digest);
    return digest;
  }

  function toPlace(
    line: Pick<EvidenceLine, 'kind'>,
    source: ContentSource,
    whole: string | undefined,
    found: { readonly start: number; readonly end: number } | undefined,
    snippet: string,
  ): EvidencePlace {
    return {
      kind: line.kind,
      node: toNodePath(source.node),
      ...(source.attribute === undefined ? {} : { attribute: source.attribute }),
      ...(source.pointer === undefined ? {} : { pointer: source.pointer }),
      ...found,
      ...(whole === undefined ? {} : { digest: toDigest(whole) }),
      snippet,
    };
  }

  function readSource(source: ContentSource): string {
    const parts = pieces.get(source);
    if (parts !== undefined) return parts.map(({ shown }) => shown).join(' ');
    const { node, attribute } = source;
    if (attribute === undefined) return readWhole(node) ?? '';
    return foldText('attribs' in node ? (node.attribs[attribute] ?? '') : '');
  }

  function describe(hit: LineHit): EvidencePlace | undefined {
    const { line } = hit;
    const source = sourceOf(hit);
    if (source === undefined) return undefined;
    const slice = readHit(hit);
    const whole =
      line.kind === 'text'
        ? readWhole(source.node)
        : (pieces.get(source) ?? [line]).map(({ shown }) => shown).join(' ');
    const start = whole === undefined ? -1 : findSlice(hit, source, whole, slice);
    const found = start < 0 ? undefined : { start, end: start + slice.length };
    return toPlace(line, source, whole, found, snippetAround(hit));
  }

  /** Where the characters of a place stand in the whole text of its source. */
  function findSlice(hit: LineHit, source: ContentSource, whole: string, slice: string): number {
    const { line } = hit;
    const start = toShownOffset(line.shown, hit.start);
    const part = line.parts.findLast((each) => each.start <= start);
    const own = start - (line.kind === 'text' ? (part?.start ?? 0) : 0);
    const leading = line.kind === 'text' && line.shown[part?.start ?? 0] === ' ' ? 1 : 0;
    let before = 0;
    for (const piece of pieces.get(source) ?? []) {
      if (piece === line) break;
      before += piece.shown.length + 1;
    }
    const guess = before + own - leading;
    if (whole.startsWith(slice, guess)) return guess;
    return whole.indexOf(slice);
  }

  return {
    describe,
    describeSource(source) {
      const [piece] = pieces.get(source) ?? [];
      const kind = piece?.kind ?? (source.attribute === undefined ? 'text' : 'attribute');
      const whole = readSource(source);
      const found = { start: 0, end: whole.length };
      return toPlace({ kind }, source, whole, found, whole.slice(0, maxSnippetLength));
    },
    findSource: (isWanted) => [...pieces.keys()].find(isWanted),
  };
}

/** The page's own characters at a place. */
export function readHit({ line, start, end, last }: LineHit): string {
  const from = toShownOffset(line.shown, start);
  if (last === line) return line.shown.slice(from, toShownOffset(line.shown, end));
  return line.shown.slice(from);
}

/** The text that holds a place, or the smallest element around the texts that it spans. */
export function sourceOf({ line, start, end, last }: LineHit): ContentSource | undefined {
  const { parts } = line;
  const at = (offset: number) =>
    findLastUpTo(parts.length, (index) => parts[index]?.start ?? 0, offset);
  const first = parts[at(toShownOffset(line.shown, start))];
  if (line.kind !== 'text' || first === undefined) return first?.source;
  const final =
    last === line
      ? parts[at(toShownOffset(line.shown, Math.max(start, end - 1)))]
      : last.parts.at(-1);
  if (final === undefined || final.source.node === first.source.node) return first.source;
  const node = findCommon(first.source.node, final.source.node);
  return node === undefined ? first.source : { node };
}

function findCommon(one: AnyNode, other: AnyNode): AnyNode | undefined {
  const around = new Set<AnyNode>();
  for (let at: AnyNode | null = one; at !== null; at = at.parent) around.add(at);
  for (let at: AnyNode | null = other; at !== null; at = at.parent) if (around.has(at)) return at;
  return undefined;
}

function snippetAround({ line: { shown }, start }: LineHit): string {
  if (shown.length <= maxSnippetLength) return shown;
  const latest = shown.length - maxSnippetLength;
  const from = Math.max(0, Math.min(start - maxSnippetLength / 4, latest));
  return shown.slice(from, from + maxSnippetLength);
}
