import { Text } from 'domhandler';
import {
  LinkedElement,
  type LinkedParent,
  type LinkedTree,
  appendNode,
  detachNode,
  insertNodeBefore,
  statesHidden,
  visitElements,
} from './linked-tree.ts';

/** What the page streams in, hidden or in a template, for something that stands in its place until then. */
interface StreamedPart {
  /** What is taken away, once its content has its place. */
  readonly part: LinkedElement;
  readonly content: LinkedParent;
  readonly place: LinkedElement;
  readonly way: Way;
}

/** Where the content comes: in the place of the element, of its children, at their ends, or beside it. */
type Way = 'replace' | 'update' | 'append' | 'prepend' | 'before' | 'after';

const ways: ReadonlyMap<string, Way> = new Map(
  (['replace', 'update', 'append', 'prepend', 'before', 'after'] as const).map((way) => [way, way]),
);

/**
 * Puts the parts of a page that came later where its scripts put them as the page loads. Returns the page without what stood for them
 * where comments alone say how far that goes: it has to be parsed again. `undefined` where the tree is as a browser would have it.
 */
export function placeStreamedParts(tree: LinkedTree, html: string): string | undefined {
  if (!mayHoldParts(tree)) return undefined;
  for (let round = 0; round < maxRounds; round += 1) {
    const parts = findParts(tree);
    if (parts.length === 0) return undefined;
    const shorter = dropStandIns(html, parts);
    if (shorter !== html) return shorter;
    for (const part of parts) putInPlace(part);
  }
  return undefined;
}

/**
 * Whether a walk over the page may find a part: it is in a template that names its place or stands in an element that may, or hidden
 * or in a template under a name that a script holds.
 */
function mayHoldParts({ names, templates, hiddenNamed, scripts }: LinkedTree): boolean {
  if (templates.size > 0 && names.hasOwnElements) return true;
  const named = [...hiddenNamed];
  for (const template of templates.keys()) {
    if (template.attribs['for'] !== undefined) return true;
    if (template.attribs['id'] !== undefined) named.push(template);
  }
  if (named.length === 0) return false;
  return scripts.some((script) => {
    const text = readScript(script);
    if (text === '') return false;
    return named.length > maxSought || named.some(({ attribs: { id = '' } }) => text.includes(id));
  });
}

/** Names that are looked for in scripts before the page is walked through. */
const maxSought = 20;

/** Levels of parts within parts, each of which shows the places of the next. */
export const maxRounds = 20;

/** A script that is longer is a program. In characters. */
const maxScriptLength = 20_000;
/** Elements around a place among which its part is looked for: more than a parser nests, as parts of parts nest further. */
const maxAround = 2_000;

/** What stands in a page under an id, or names the id of another element. */
interface Named {
  readonly byId: Map<string, LinkedElement>;
  /** The first element whose name tells that it is the place of a part, by the part's name. */
  readonly placeOf: Map<string, LinkedElement>;
  readonly parts: Map<LinkedElement, LinkedParent>;
  readonly scripts: string[];
  /** Custom elements and templates that name the id of the place. */
  readonly aimed: LinkedElement[];
}

function findParts(tree: LinkedTree): readonly StreamedPart[] {
  const named = listNamed(tree);
  const found = new Map<LinkedElement, StreamedPart>();
  const add = (one: StreamedPart | undefined): void => {
    if (one === undefined || found.has(one.part)) return;
    if (one.place !== one.part && !isWithin(one.place, one.part)) found.set(one.part, one);
  };
  for (const element of named.aimed) add(findAimed(element, named, tree));
  if (named.parts.size > 0) {
    const functions = listFunctions(named.scripts.join('\n'));
    for (const script of named.scripts) {
      for (const one of findScripted(script, named, functions)) add(one);
    }
  }
  return [...found.values()];
}

function listNamed({ root, templates }: LinkedTree): Named {
  const [byId, placeOf, parts] = [new Map(), new Map(), new Map()];
  const named: Named = { byId, placeOf, parts, scripts: [], aimed: [] };
  visitElements(root, (element) => {
    if (element.name === 'script') {
      const text = readScript(element);
      if (text !== '') named.scripts.push(text);
      return 'skip';
    }
    const { id } = element.attribs;
    const isTemplate = element.name === 'template';
    if (isTemplate || element.name.includes('-')) named.aimed.push(element);
    if (id !== undefined && !named.byId.has(id)) {
      named.byId.set(id, element);
      for (const part of listPartNames(id)) {
        if (!named.placeOf.has(part)) named.placeOf.set(part, element);
      }
      const content = isTemplate ? templates.get(element) : element;
      if ((isTemplate || statesHidden(element)) && content !== undefined && content.head !== null) {
        named.parts.set(element, content);
      }
    }
    // A template's content is no part of the page until a script takes it out.
    return isTemplate ? 'skip' : 'inner';
  });
  return named;
}

function readScript({ attribs, head }: LinkedElement): string {
  if (attribs['src'] !== undefined || !(head instanceof Text)) return '';
  if (head.data.length > maxScriptLength) return '';
  return /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i.test(
    attribs['type']?.trim() ?? '',
  )
    ? head.data
    : '';
}

/** An element that names its place itself: `<template for="place">`, `<part-stream action="append" target="place"><template>`. */
function findAimed(
  element: LinkedElement,
  { byId }: Named,
  { templates }: LinkedTree,
): StreamedPart | undefined {
  const { target, targets, for: aim, action } = element.attribs;
  const isTemplate = element.name === 'template';
  const id = isTemplate ? aim : (target ?? targets);
  const template = isTemplate ? element : findOnlyTemplate(element);
  const content = template === undefined ? undefined : templates.get(template);
  const place = id === undefined ? undefined : byId.get(id.replace(/^#/, ''));
  if (content === undefined || content.head === null || place === undefined) return undefined;
  const way = isTemplate ? 'update' : ways.get(action ?? 'replace');
  return way === undefined ? undefined : { part: element, content, place, way };
}

function findOnlyTemplate({ head }: LinkedElement): LinkedElement | undefined {
  let template: LinkedElement | undefined;
  for (let node = head; node !== null; node = node.next) {
    if (node instanceof Text && node.data.trim() === '') continue;
    if (template !== undefined || !(node instanceof LinkedElement)) return undefined;
    if (node.name !== 'template') return undefined;
    template = node;
  }
  return template;
}

const quoted = /(["'`])#?([\w:.-]{1,80})\1/g;
/** A call that is given names alone, of a function and not of a method: `swap("place", "part")`. */
const call =
  /(?:^|[^\w$.])([\w$]{1,80})\(\s{0,9}((?:(?:"[^"\n]{0,80}"|'[^'\n]{0,80}'|\[\]|\d{1,9})[\s,]{0,9}){1,6})\)/g;
const moves =
  /\.\s*(?:replaceWith|replaceChild|replaceChildren|insertBefore|insertAdjacent\w+|append|appendChild|prepend|before|after)\s*\(|\.\s*(?:inner|outer)HTML\s*=/;
const replaces = /\.\s*(?:replaceWith|replaceChild|remove)\s*\(|\.\s*outerHTML\s*=/;
const updates = /\.\s*replaceChildren\s*\(|\.\s*(?:innerHTML|textContent)\s*=/;
/** What waits for a visitor or an answer, or writes data into what it shows. */
const depends =
  /addEventListener\(\s*["'](?!DOMContentLoaded|load|readystatechange|pageshow)|\.on(?!load|readystatechange)[a-z]+\s*=|["'](?:click|submit|change|scroll|toggle|hover|key\w+|mouse\w+)["']|\b(?:fetch|XMLHttpRequest|for|forEach|map|while)\b\s*\(|\.\s*(?:innerText|textContent|src|href)\s*=\s*(?!["'])/;

function findScripted(
  script: string,
  named: Named,
  functions: ReadonlyMap<string, string>,
): readonly StreamedPart[] {
  const found: StreamedPart[] = [];
  for (const [, name = '', given = ''] of script.matchAll(call)) {
    const pairs = pairNames(given, named, true);
    if (pairs.length === 0) continue;
    const body = functions.get(name);
    for (const pair of pairs) {
      // An empty template with an id stands in a page for what comes later, and for nothing else.
      const isMove = isEmptyTemplate(pair.place, named) || (body !== undefined && moves.test(body));
      if (!isMove || (body !== undefined && /\bfetch\(/.test(body))) continue;
      found.push({ ...pair, way: 'replace' });
    }
  }
  if (found.length > 0 || !moves.test(script) || depends.test(script)) return found;
  const way = replaces.test(script) ? 'replace' : updates.test(script) ? 'update' : 'append';
  return pairNames(script, named, false).map((pair) => ({ ...pair, way }));
}

type Pair = Pick<StreamedPart, 'part' | 'content' | 'place'>;

/** Parts and their places, as a script names them one beside the other; `isCall`: a place by the part's name where that is named alone. */
function pairNames(
  script: string,
  { byId, parts, placeOf }: Named,
  isCall: boolean,
): readonly Pair[] {
  const names = new Set(Array.from(script.matchAll(quoted), ([, , name = '']) => name));
  const elements = [...names].flatMap((name) => byId.get(name) ?? []);
  const [only] = elements;
  if (elements.length === 1 && only !== undefined && isCall) {
    const content = parts.get(only);
    const place = placeOf.get(trimSeparators(only.attribs['id'] ?? ''));
    return content === undefined || place === undefined ? [] : [{ part: only, content, place }];
  }
  const pairs: Pair[] = [];
  for (let index = 0; index + 1 < elements.length; index += 2) {
    const [one, other] = elements.slice(index, index + 2);
    if (one === undefined || other === undefined) return [];
    const [part, place] = parts.has(one) ? [one, other] : [other, one];
    const content = parts.get(part);
    if (content === undefined || parts.has(place)) return [];
    pairs.push({ part, content, place });
  }
  return elements.length % 2 === 0 ? pairs : [];
}

/** What a page puts before or behind a part's name to name its place. */
const affixes = 'p pl ph place placeholder slot suspense fallback loading boundary'.split(' ');

/** Names that a script may hold, and an affix. */
const placeName = /^[\w:.-]{1,100}$/;

/** The parts that come in the place of an element of this name, by their names. */
function listPartNames(name: string): readonly string[] {
  if (!placeName.test(name)) return [];
  const whole = trimSeparators(name);
  const lower = whole.toLowerCase();
  return affixes.flatMap((affix) => [
    ...(lower.startsWith(affix) ? [trimSeparators(whole.slice(affix.length))] : []),
    ...(lower.endsWith(affix) ? [trimSeparators(whole.slice(0, -affix.length))] : []),
  ]);
}

function trimSeparators(name: string): string {
  return name.replaceAll(/^[-_:.]+|[-_:.]+$/g, '');
}

/** Characters of a function that are looked at. */
const maxFunction = 2_000;

const definition =
  /function\s{1,9}([\w$]{1,80})\s{0,9}\(|(?<![\w$])([\w$]{1,80})\s{0,9}=\s{0,9}(?=(?:async\s{0,9})?(?:function|\(|\w{1,80}\s{0,9}=>))/g;

/** The functions of a program by name, each from its first definition on; listed once, as a page may have a script for each part. */
function listFunctions(program: string): ReadonlyMap<string, string> {
  const functions = new Map<string, string>();
  for (const { 1: declared, 2: assigned, index } of program.matchAll(definition)) {
    const name = declared ?? assigned ?? '';
    if (!functions.has(name)) functions.set(name, program.slice(index, index + maxFunction));
  }
  return functions;
}

function isEmptyTemplate(place: LinkedElement, { parts }: Named): boolean {
  return place.name === 'template' && !parts.has(place);
}

/**
 * Of what stands for a part: its start, an empty template, or its end, a comment, of which one kind names the template. The first
 * comment of some pages opens a part that is as it is.
 */
const border =
  /<template id="([\w:-]{1,40})"><\/template>|<!--(?:(\$[?!~]?)|(\/\$)|([\w:-]{1,40}))-->/g;

/** Returns the HTML without what stands in the place of parts behind templates. */
function dropStandIns(html: string, parts: readonly StreamedPart[]): string {
  const ids = new Set(
    parts.flatMap(({ place: { name, attribs } }) => (name === 'template' ? [attribs['id']] : [])),
  );
  if (ids.size === 0) return html;
  /** What is open: a part within comments, with the place of its template's end. */
  const open: { start: number | undefined }[] = [];
  const named = new Map<string, number>();
  const standIns: { readonly start: number; readonly end: number }[] = [];
  const close = (start: number | undefined, end: number): void => {
    if (start === undefined || start === end) return;
    while ((standIns.at(-1)?.start ?? -1) > start) standIns.pop();
    if ((standIns.at(-1)?.end ?? 0) <= start) standIns.push({ start, end });
  };
  for (const { 0: text, 1: id, 2: opening, 3: closing, 4: name, index } of html.matchAll(border)) {
    if (opening !== undefined) open.push({ start: undefined });
    else if (closing !== undefined) close(open.pop()?.start, index);
    else if (name !== undefined) close(named.get(name), index);
    else if (id !== undefined && ids.has(id)) {
      const start = index + text.length;
      named.set(id, start);
      const last = open.at(-1);
      if (last !== undefined) last.start ??= start;
    }
  }
  let kept = '';
  let from = 0;
  for (const { start, end } of standIns) {
    kept += html.slice(from, start);
    from = end;
  }
  return kept + html.slice(from);
}

function putInPlace({ part, content, place, way }: StreamedPart): void {
  const holder = place.parent;
  // What came in the place of an outer part has taken this one with it.
  if (!isParent(holder) || isWithin(place, part)) return;
  const nodes = [];
  for (let node = content.head; node !== null; node = content.head) {
    detachNode(node);
    nodes.push(node);
  }
  detachNode(part);
  if (way === 'update') {
    while (place.head !== null) detachNode(place.head);
  }
  const isBefore = way === 'replace' || way === 'before';
  const next = isBefore
    ? place
    : way === 'after'
      ? place.next
      : way === 'prepend'
        ? place.head
        : null;
  const parent = isBefore || way === 'after' ? holder : place;
  for (const node of nodes) {
    if (next === null) appendNode(parent, node);
    else insertNodeBefore(parent, node, next);
  }
  if (way === 'replace') detachNode(place);
}

function isParent(node: unknown): node is LinkedParent {
  return typeof node === 'object' && node !== null && 'head' in node && 'tail' in node;
}

/** Whether an element stands in another one, or may, as too many stand around it. */
function isWithin(node: LinkedElement, around: LinkedElement): boolean {
  let left = maxAround;
  for (let each = node.parent; each !== null; each = each.parent, left -= 1) {
    if (each === around || left === 0) return true;
  }
  return false;
}
