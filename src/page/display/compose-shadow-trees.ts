import type { ChildNode } from 'domhandler';
import {
  LinkedDocument,
  LinkedElement,
  type LinkedParent,
  type LinkedTree,
  appendNode,
  detachNode,
  visitElements,
} from '../parse/linked-tree.ts';
import { readCss } from '../hidden/find-hidden-elements.ts';
import { readSheets } from '../hidden/sheets/read-sheets.ts';

/** Elements that may have a tree of their own, from the DOM standard. */
const hosts =
  /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span|[a-z][^-]*-.*)$/;

/** The tree that an element shows instead of its children: `<template shadowrootmode>`. */
export interface ShadowTree {
  readonly host: LinkedElement;
  readonly template: LinkedElement;
  /** Its content as a page of its own: the page's style sheets do not reach into it, nor its own out of it. */
  readonly tree: LinkedTree;
  /** What its style sheets state for the host. */
  readonly hostSheet: string;
}

/** Shadow trees of one page that are read; the largest that pages have is some hundreds. */
const maxShadows = 2_000;
/** Warning for a page with more. */
export const shadowWarning: string = `The page has more than ${maxShadows} shadow trees; the elements of the others were not read.`;

/** Takes the shadow trees of a page out of their templates, outer ones first; `unopened` are the hosts of those that are too many. */
export function openShadowTrees(page: LinkedTree): {
  readonly shadows: readonly ShadowTree[];
  readonly unopened: readonly LinkedElement[];
} {
  const opened = new Map<
    LinkedElement,
    { readonly root: LinkedDocument; readonly template: LinkedElement }
  >();
  const unopened: LinkedElement[] = [];
  for (const [template, content] of page.templates) {
    if (template.attribs['shadowrootmode'] === undefined) continue;
    const host = template.parent;
    if (!(host instanceof LinkedElement) || !hosts.test(host.name) || opened.has(host)) continue;
    if (opened.size >= maxShadows) {
      unopened.push(host);
      continue;
    }
    const root = new LinkedDocument([]);
    moveNodes(content, root);
    opened.set(host, { root, template });
  }
  const stylesByRoot = Map.groupBy(opened.size === 0 ? [] : page.styles, findRoot);
  const shadows = Array.from(opened, ([host, { root, template }]) => {
    const styles = stylesByRoot.get(root) ?? [];
    const tree = { ...page, root, styles, links: [], templates: new Map(), warnings: [] };
    return { host, template, tree, hostSheet: toHostSheet(styles.map(readCss)) };
  });
  return { shadows, unopened };
}

function moveNodes(from: LinkedParent, to: LinkedParent): void {
  for (let node = from.head; node !== null; node = from.head) {
    detachNode(node);
    appendNode(to, node);
  }
}

function findRoot(style: LinkedElement): unknown {
  let node: unknown = style.parent;
  while (node instanceof LinkedElement && node.name !== 'template') node = node.parent;
  return node;
}

const hostSelector = /:host(?:\(([^()]{0,200})\)|(?![\w-]))/gi;

function toHostSheet(texts: readonly string[]): string {
  const rules = readSheets(texts).rules.filter(({ source }) =>
    /:host/i.test(source.selectors[0] ?? ''),
  );
  return rules
    .map(({ source: { selectors, declarations } }) => {
      const list = (selectors[0] ?? '').replaceAll(hostSelector, (_, inner?: string) =>
        inner === undefined ? '*' : `:is(${inner})`,
      );
      return `${list}{${declarations}}`;
    })
    .join('\n');
}

/**
 * Puts shadow trees in the place of their hosts' children, each of which comes into the `<slot>` of its name; those without a slot
 * are shown nowhere and taken away.
 */
export function composeShadowTrees(shadows: readonly ShadowTree[]): void {
  for (const { host, template, tree } of shadows) {
    detachNode(template);
    const slots = new Map<string, LinkedElement>();
    visitElements(tree.root, (element) => {
      if (element.name === 'template') return 'skip';
      const name = element.attribs['name'] ?? '';
      if (element.name === 'slot' && !slots.has(name)) slots.set(name, element);
      return 'inner';
    });
    const assigned = new Map<LinkedElement, ChildNode[]>();
    for (let node = host.head; node !== null; node = host.head) {
      detachNode(node);
      const name = node instanceof LinkedElement ? (node.attribs['slot'] ?? '') : '';
      const slot = slots.get(name);
      if (slot === undefined) continue;
      const nodes = assigned.get(slot);
      if (nodes === undefined) assigned.set(slot, [node]);
      else nodes.push(node);
    }
    for (const [slot, nodes] of assigned) fillSlot(slot, nodes);
    moveNodes(tree.root, host);
  }
}

/** What a slot holds itself is shown where nothing comes into it; white space alone is nothing to see. */
function fillSlot(slot: LinkedElement, nodes: readonly ChildNode[]): void {
  if (nodes.every((node) => 'data' in node && /^\s*$/.test(node.data))) return;
  while (slot.head !== null) detachNode(slot.head);
  for (const node of nodes) appendNode(slot, node);
}
