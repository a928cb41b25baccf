import parse, { type CssNode } from 'css-tree/parser';
import { ident } from 'css-tree/utils';
import { isBalanced } from './split-rules.ts';
import { isDeciding, toLonghands } from './to-longhands.ts';
import { maxFunctionDepth, toValueParts, type ValuePart } from '../values/style-values.ts';

/** A declared longhand property that decides about being seen. */
export interface Declaration {
  /** In lower case, physical: `left` for `inset-inline-start`. */
  readonly property: string;
  readonly parts: readonly ValuePart[];
  readonly isImportant: boolean;
}

/** Returns the value of a custom property as written. */
export type FindVariable = (name: string) => string | undefined;

/**
 * Characters that css-tree is given at once. Its buffers grow with the longest text that it has seen and are cleared for each
 * text, so one long text would slow down all later ones; this is what the buffers hold from the start.
 */
const maxLength = 16_000;
/** Variables that are replaced in one value, those in replacements included. */
const maxReplacements = 50;

/**
 * Returns what declarations (of a rule or a `style` attribute) state about being seen, as longhand properties, each with
 * the last value that was written, and with the last important one. Invalid ones are left out, as in browsers.
 */
export function readDeclarations(css: string, findVariable: FindVariable): readonly Declaration[] {
  const declarations = new Map<string, Declaration>();
  const mayHoldVariables = variableOrEscape.test(css);
  const pieces = splitPlainly(css);
  const deciding = pieces === undefined ? css : pieces.filter(isDecidingPiece).join(';');
  if (deciding === '') return [];
  for (const node of parseList(deciding)) {
    const { value } = node;
    if (node.type !== 'Declaration' || node.property === undefined) continue;
    if (node.property.startsWith('--') || typeof value !== 'object' || value === null) continue;
    const property = ident.decode(node.property).toLowerCase();
    const isImportant = node.important === true;
    if (!isDeciding(property)) continue;
    const nodes = mayHoldVariables
      ? replaceVariables(value.children ?? [], findVariable)
      : value.children;
    if (nodes == null) continue;
    for (const [longhand, parts] of toLonghands(property, toValueParts(nodes))) {
      const key = isImportant ? `${longhand}!` : longhand;
      declarations.set(key, { property: longhand, parts, isImportant });
    }
  }
  return [...declarations.values()];
}

/** Adds the custom properties of declarations to a map, as written; a later one replaces an earlier one. */
export function readVariables(css: string, variables: Map<string, string>): void {
  const pieces = splitPlainly(css)?.filter((piece) => isVariable.test(piece));
  if (pieces?.every((piece) => plainVariable.test(piece)) === true) {
    for (const piece of pieces) {
      const colon = piece.indexOf(':');
      variables.set(piece.slice(0, colon).trim(), piece.slice(colon + 1).trim());
    }
    return;
  }
  for (const { type, property, value } of parseList(
    pieces === undefined ? css : pieces.join(';'),
  )) {
    if (type !== 'Declaration' || property?.startsWith('--') !== true) continue;
    const text = typeof value === 'object' ? value?.value : undefined;
    if (typeof text === 'string') variables.set(ident.decode(property), text.trim());
  }
}

const variableOrEscape = /var\(|\\/i;
const isVariable = /^\s*--/;
const plainVariable = /^\s*--[\w-]+\s*:\s*[^\s!][^!]*$/;
/** What may hold a semicolon that ends no declaration, or does not stand for itself. */
const unplain = /["'\\{}[\]@<]|\/\*/;

/** Returns the declarations of a list as written where their borders are its semicolons; `undefined` where they may not be. */
function splitPlainly(css: string): readonly string[] | undefined {
  if (unplain.test(css)) return undefined;
  const pieces = css.split(';');
  return pieces.every(isBalanced) ? pieces : undefined;
}

function isDecidingPiece(piece: string): boolean {
  const colon = piece.indexOf(':');
  return colon > 0 && isDeciding(piece.slice(0, colon).trim().toLowerCase());
}

function* parseList(css: string): Iterable<CssNode> {
  for (let start = 0; start < css.length;) {
    const limit = start + maxLength;
    const border = css.length <= limit ? css.length : css.lastIndexOf(';', limit) + 1;
    const end = border > start ? border : limit;
    try {
      yield* parse(css.slice(start, end), { context: 'declarationList' }).children ?? [];
    } catch {
      // Nested too deeply for the parser's recursion.
    }
    start = end;
  }
}

/**
 * Returns the nodes of a value with each variable replaced by the nodes of its value or fallback; `undefined` where one has
 * neither, which makes the declaration invalid.
 */
function replaceVariables(
  nodes: Iterable<CssNode>,
  findVariable: FindVariable,
): readonly CssNode[] | undefined {
  const found: CssNode[] = [];
  let left = maxReplacements;
  const addAll = (list: Iterable<CssNode>, into: CssNode[], depth: number): boolean => {
    if (depth > maxFunctionDepth) return false;
    for (const node of list) {
      if (node.type !== 'Function') {
        into.push(node);
        continue;
      }
      const [name, , fallback] = node.children ?? [];
      if (node.name?.toLowerCase() !== 'var') {
        const children: CssNode[] = [];
        if (!addAll(node.children ?? [], children, depth + 1)) return false;
        into.push({ ...node, children });
        continue;
      }
      left -= 1;
      const rest = typeof fallback?.value === 'string' ? fallback.value : undefined;
      const text = findVariable(ident.decode(name?.name ?? '')) ?? rest;
      if (left < 0 || text === undefined || !addAll(parseValue(text), into, depth + 1))
        return false;
    }
    return true;
  };
  return addAll(nodes, found, 0) ? found : undefined;
}

function parseValue(css: string): Iterable<CssNode> {
  try {
    return parse(css.slice(0, maxLength), { context: 'value' }).children ?? [];
  } catch {
    // Nested too deeply for the parser's recursion.
    return [];
  }
}
