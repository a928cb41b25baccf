import type { Options } from 'css-select';
import { type AnyNode, type ChildNode, isTag, Text } from 'domhandler';
import { idleFunctions, idleStates } from './pseudo-classes.ts';
import { LinkedDocument, LinkedElement, type LinkedParent } from '../../tree/linked-tree.ts';

/** Thrown by a step beyond the limit; `HiddenElements` catches it. */
export class StepLimitReached extends Error {}

/** Counts the steps of matching on one page. */
export class StepCounter {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Throws `StepLimitReached` where fewer steps than these are left. */
  take(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new StepLimitReached();
  }
}

/**
 * Returns how css-select reads a tree whose children are linked lists. Each look at a node is a step, so that no selector
 * takes longer than the counter allows. The tree must not change while it is used.
 */
export function createElementOptions(steps: StepCounter): Options<AnyNode, LinkedElement> {
  const lists = new WeakMap<LinkedParent, ChildNode[]>();
  const listChildren = (parent: AnyNode | null): AnyNode[] => {
    if (!(parent instanceof LinkedElement || parent instanceof LinkedDocument)) return [];
    let children = lists.get(parent);
    if (children === undefined) {
      children = [];
      for (let node = parent.head; node !== null; node = node.next) children.push(node);
      steps.take(children.length);
      lists.set(parent, children);
    }
    return children;
  };
  const isElement = (node: AnyNode): node is LinkedElement => {
    steps.take();
    return isTag(node);
  };
  return {
    cacheResults: true,
    adapter: {
      isTag: isElement,
      getName: ({ name }) => name,
      getParent: ({ parent }) => {
        steps.take();
        return parent;
      },
      getChildren: listChildren,
      getSiblings: ({ parent }) => listChildren(parent),
      prevElementSibling: (node) => {
        let previous = node.prev;
        while (previous !== null && !isElement(previous)) previous = previous.prev;
        return previous;
      },
      hasAttrib: ({ attribs }, name) => Object.hasOwn(attribs, name),
      getAttributeValue: ({ attribs }, name) => {
        const value = Object.hasOwn(attribs, name) ? attribs[name] : undefined;
        // Classes are searched in the whole value.
        if (value !== undefined) steps.take(1 + (value.length >> 6));
        return value;
      },
      getText: (node) => (node instanceof Text ? node.data : ''),
      removeSubsets: (nodes) => nodes,
    },
    pseudos: {
      ...Object.fromEntries([...idleStates].map((name) => [name, isNever])),
      ...Object.fromEntries([...idleFunctions].map((name) => [name, isNeverWith])),
      lang: isOfLanguage,
      dir: isOfDirection,
      // Scripts define the elements of a page's own.
      defined: isAlways,
      'read-only': ({ name }: LinkedElement) => name !== 'input' && name !== 'textarea',
      'read-write': ({ name }: LinkedElement) => name === 'input' || name === 'textarea',
      open: ({ attribs }: LinkedElement) => Object.hasOwn(attribs, 'open'),
    },
  };
}

function isAlways(_element: LinkedElement): boolean {
  return true;
}

function isNever(_element: LinkedElement): boolean {
  return false;
}

/** As `isNever`; css-select counts the parameters to learn whether a pseudo-class has an argument. */
function isNeverWith(_element: LinkedElement, _value: string | null | undefined): boolean {
  return false;
}

function isOfLanguage(element: LinkedElement, value: string | null | undefined): boolean {
  const wanted = (value ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replaceAll(/["']/g, ''));
  for (let node: unknown = element; node instanceof LinkedElement; node = node.parent) {
    const language = node.attribs['lang']?.toLowerCase();
    if (language !== undefined)
      return wanted.some((name) => language === name || language.startsWith(`${name}-`));
  }
  return false;
}

function isOfDirection(element: LinkedElement, value: string | null | undefined): boolean {
  for (let node: unknown = element; node instanceof LinkedElement; node = node.parent) {
    const direction = node.attribs['dir']?.toLowerCase();
    if (direction === 'rtl' || direction === 'ltr') return value?.trim() === direction;
  }
  return value?.trim() === 'ltr';
}
