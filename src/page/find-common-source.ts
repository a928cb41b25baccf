import type { AnyNode } from 'domhandler';
import type { ContentSource } from './page-reading.ts';

/**
 * The smallest part of a page that holds several sources: an element around nodes, the value of a script around values. `undefined`
 * where they have none, or stand in attributes.
 */
export function findCommonSource([first, ...others]: readonly ContentSource[]):
  | ContentSource
  | undefined {
  let common = first;
  for (const other of others) {
    if (common === undefined) return undefined;
    common = findCommon(common, other);
  }
  return common;
}

function findCommon(one: ContentSource, other: ContentSource): ContentSource | undefined {
  if (one.node === other.node && one.attribute === other.attribute) {
    if (one.pointer === other.pointer) return one;
    if (one.pointer === undefined || other.pointer === undefined) return undefined;
    return { node: one.node, pointer: findCommonPointer(one.pointer, other.pointer) };
  }
  if ([one, other].some(({ attribute, pointer }) => (attribute ?? pointer) !== undefined))
    return undefined;
  const node = findCommonNode(one.node, other.node);
  return node === undefined ? undefined : { node };
}

function findCommonPointer(one: string, other: string): string {
  const parts = one.split('/');
  const others = other.split('/');
  const same = parts.findIndex((part, at) => part !== others[at]);
  return same < 0 ? one : parts.slice(0, same).join('/');
}

function findCommonNode(one: AnyNode, other: AnyNode): AnyNode | undefined {
  const around = new Set<AnyNode>();
  for (let at: AnyNode | null = one; at !== null; at = at.parent) around.add(at);
  for (let at: AnyNode | null = other; at !== null; at = at.parent) if (around.has(at)) return at;
  return undefined;
}
