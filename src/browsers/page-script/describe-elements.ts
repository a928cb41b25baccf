import type { ElementFingerprint } from '../../contracts/recipe/fingerprint.ts';
import type { Accessibility } from './create-accessibility.ts';
import type { Dom } from './create-dom.ts';
import type { PageText } from './create-page-text.ts';
import type { Surroundings } from './create-surroundings.ts';

/** Makes fingerprints of elements. */
export interface ElementDescriber {
  describe(element: Element): ElementFingerprint;
  /** Whether the element can be clicked, typed into or selected, and is visible and enabled. */
  isInteractive(element: Element): boolean;
  /** Returns the element that handles a click on this one: itself, or the link, button or field around it. */
  actor(element: Element): Element;
}

/** Part of the page script: uses nothing from module scope. */
export function createElementDescriber(
  dom: Dom,
  text: PageText,
  accessibility: Accessibility,
  surroundings: Surroundings,
): ElementDescriber {
  /** Elements of a path that are kept, from the element upwards; paths differ near the element if anywhere. */
  const maxPath = 60;
  const maxDataAttributes = 8;
  const kept =
    /^(?:name|type|href|src|placeholder|title|alt|aria-label|itemprop|rel|datetime|data-[\w.-]{1,60})$/;
  const landmarkRoles =
    /^(?:banner|complementary|contentinfo|dialog|form|main|navigation|region|search)$/;
  const interactiveRoles =
    /^(?:button|checkbox|combobox|link|listbox|menuitem|menuitemcheckbox|menuitemradio|option|radio|searchbox|slider|spinbutton|switch|tab|textbox|treeitem)$/;
  const { getBoundingClientRect } = Element.prototype;

  function attributesOf(element: Element, tag: string): Record<string, string> {
    const attributes: Record<string, string> = {};
    let dataAttributes = 0;
    for (const name of dom.attributeNames(element).slice(0, 100)) {
      if (!kept.test(name)) continue;
      if (name.startsWith('data-') && (dataAttributes += 1) > maxDataAttributes) continue;
      attributes[name] = text.tidy(dom.attribute(element, name));
    }
    // Text that people type into other fields is never read.
    const hasOwnValue =
      tag === 'button' ||
      (tag === 'input' &&
        /^(?:button|checkbox|radio|reset|submit)$/.test(attributes['type'] ?? ''));
    if (hasOwnValue && dom.hasAttribute(element, 'value')) {
      attributes['value'] = text.tidy(dom.attribute(element, 'value'));
    }
    return attributes;
  }

  function ordinalOf(element: Element, tag: string): number {
    let ordinal = 0;
    for (let other = dom.previous(element); other !== undefined; other = dom.previous(other)) {
      if (dom.tag(other) === tag) ordinal += 1;
    }
    return ordinal;
  }

  function pathOf(
    element: Element,
  ): Pick<ElementFingerprint, 'tagPath' | 'indexedPath' | 'landmarks'> {
    const tagPath: string[] = [];
    const indexedPath: string[] = [];
    const landmarks: string[] = [];
    let above: Element | undefined = element;
    while (above !== undefined && tagPath.length < maxPath) {
      const tag = dom.tag(above);
      tagPath.push(tag);
      indexedPath.push(`${tag}:nth-of-type(${memoOrdinal(above, tag) + 1})`);
      const role = above === element ? '' : accessibility.role(above);
      if (landmarkRoles.test(role)) landmarks.push(role);
      above = dom.parent(above);
    }
    return {
      tagPath: tagPath.reverse(),
      indexedPath: indexedPath.reverse(),
      landmarks: landmarks.reverse(),
    };
  }

  const ordinals = new WeakMap<Element, number>();

  function memoOrdinal(element: Element, tag: string): number {
    const known = ordinals.get(element);
    if (known !== undefined) return known;
    // A sibling that was counted before saves counting from the first one.
    const before = dom.previous(element);
    const base = before !== undefined && dom.tag(before) === tag ? ordinals.get(before) : undefined;
    const ordinal = base === undefined ? ordinalOf(element, tag) : base + 1;
    ordinals.set(element, ordinal);
    return ordinal;
  }

  function isNative(element: Element, tag: string): boolean {
    if (tag === 'a' || tag === 'area') return dom.hasAttribute(element, 'href');
    if (tag === 'input') return dom.attribute(element, 'type').toLowerCase() !== 'hidden';
    return /^(?:button|option|select|summary|textarea)$/.test(tag);
  }

  function takesAction(element: Element): boolean {
    const tag = dom.tag(element);
    if (isNative(element, tag)) return true;
    if (interactiveRoles.test(accessibility.role(element))) return true;
    const isEditable = /^(?:true|plaintext-only)$/.test(dom.attribute(element, 'contenteditable'));
    if (isEditable || dom.hasAttribute(element, 'onclick')) return true;
    if (/^\d+$/.test(dom.attribute(element, 'tabindex'))) return true;
    // Pages that listen on an ancestor show by the pointer cursor what can be clicked.
    const above = dom.parent(element);
    return (
      getComputedStyle(element).cursor === 'pointer' &&
      (above === undefined || getComputedStyle(above).cursor !== 'pointer')
    );
  }

  function isInteractive(element: Element): boolean {
    if (!takesAction(element)) return false;
    const isOff =
      Element.prototype.matches.call(element, ':disabled') ||
      dom.attribute(element, 'aria-disabled') === 'true';
    return !isOff && text.isVisible(element);
  }

  return {
    isInteractive,
    actor(element) {
      let above: Element | undefined = element;
      for (let step = 0; above !== undefined && step < 5; step += 1) {
        if (takesAction(above)) return above;
        above = dom.parent(above);
      }
      return element;
    },
    describe(element) {
      const tag = dom.tag(element);
      const above = dom.parent(element);
      const { x, y, width, height } = getBoundingClientRect.call(element);
      const round = (value: number) => Math.round(value);
      return {
        tag,
        role: accessibility.role(element),
        name: accessibility.name(element),
        text: tag === 'select' || tag === 'textarea' ? '' : text.read(element),
        label: accessibility.label(element),
        id: dom.attribute(element, 'id').slice(0, 200),
        classes: dom.classes(element),
        attributes: attributesOf(element, tag),
        ...pathOf(element),
        parent: {
          tag: above === undefined ? '' : dom.tag(above),
          id: above === undefined ? '' : dom.attribute(above, 'id').slice(0, 200),
          classes: above === undefined ? [] : dom.classes(above),
        },
        neighbours: surroundings.neighbours(element),
        row: surroundings.row(element),
        heading: surroundings.heading(element),
        box: {
          x: round(x + scrollX),
          y: round(y + scrollY),
          width: round(width),
          height: round(height),
        },
        childCount: dom.children(element).length,
        ordinal: memoOrdinal(element, tag),
        isInteractive: isInteractive(element),
      };
    },
  };
}
