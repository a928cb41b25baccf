import type { ElementFingerprint } from '../../contracts/fingerprint.ts';
import type { Accessibility } from './create-accessibility.ts';
import type { Dom } from './create-dom.ts';
import type { PageText } from './create-page-text.ts';

/** Takes fingerprints. */
export interface ElementDescriber {
  describe(element: Element): ElementFingerprint;
  /** Can be clicked, typed into or chosen, and is visible and enabled. */
  isInteractive(element: Element): boolean;
  /** What takes the click on this element: itself, or the link, button or field around it. */
  actor(element: Element): Element;
}

/** Part of the page script: takes nothing from module scope. `headings` are those of the page in document order. */
export function createElementDescriber(
  dom: Dom,
  text: PageText,
  accessibility: Accessibility,
): ElementDescriber {
  /** Elements of a path that are kept, from the element upwards; deeper ones differ there if anywhere. */
  const maxPath = 60;
  const maxClasses = 20;
  const maxDataAttributes = 8;
  const maxNeighbours = 6;
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
    // What people type into other fields is never read.
    const hasOwnValue =
      tag === 'button' ||
      (tag === 'input' &&
        /^(?:button|checkbox|radio|reset|submit)$/.test(attributes['type'] ?? ''));
    if (hasOwnValue && dom.hasAttribute(element, 'value')) {
      attributes['value'] = text.tidy(dom.attribute(element, 'value'));
    }
    return attributes;
  }

  function classesOf(element: Element): string[] {
    const classes = dom.attribute(element, 'class').slice(0, 2_000).split(/\s+/);
    return classes.filter((name) => name !== '' && name.length <= 100).slice(0, maxClasses);
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
    // Neighbours that were counted before save the way to the first of them.
    const before = dom.previous(element);
    const base = before !== undefined && dom.tag(before) === tag ? ordinals.get(before) : undefined;
    const ordinal = base === undefined ? ordinalOf(element, tag) : base + 1;
    ordinals.set(element, ordinal);
    return ordinal;
  }

  /** Texts of what stands before and after it, then before and after what it stands in: in a row of a table, what else the row says. */
  function neighboursOf(element: Element): string[] {
    const own = text.read(element);
    const neighbours: string[] = [];
    let inner: Element | undefined = element;
    for (let step = 0; inner !== undefined && step < 4; step += 1) {
      let [before, after] = [dom.previous(inner), dom.next(inner)];
      for (let distance = 0; distance < 4; distance += 1) {
        for (const beside of [before, after]) {
          const said = beside === undefined ? '' : text.read(beside);
          if (said === '' || said === own || neighbours.length >= maxNeighbours) continue;
          neighbours.push(said.slice(0, 80));
        }
        before = before === undefined ? undefined : dom.previous(before);
        after = after === undefined ? undefined : dom.next(after);
      }
      inner = dom.parent(inner);
    }
    return neighbours;
  }

  /** Of what stands among others of its kind; cells and terms are parts of a row. */
  function rowOf(element: Element): string {
    const own = text.read(element);
    let above = dom.parent(element);
    for (let step = 0; above !== undefined && step < 8; step += 1) {
      const said = text.read(above);
      if (said !== own && isRepeated(above)) return said;
      above = dom.parent(above);
    }
    return '';
  }

  function isRepeated(element: Element): boolean {
    const tag = dom.tag(element);
    if (/^(?:dd|dt|td|th)$/.test(tag)) return false;
    const [kind] = classesOf(element);
    const isAlike = (other: Element | undefined) =>
      other !== undefined && dom.tag(other) === tag && classesOf(other)[0] === kind;
    return isAlike(dom.previous(element)) || isAlike(dom.next(element));
  }

  /** The last heading before it, looked for in what stands before it and what it stands in. */
  function headingAbove(element: Element): string {
    let inner: Element | undefined = element;
    let budget = 200;
    while (inner !== undefined && budget > 0) {
      let before = dom.previous(inner);
      while (before !== undefined && budget > 0) {
        budget -= 1;
        const heading = lastHeading(before);
        if (heading !== '') return heading;
        before = dom.previous(before);
      }
      inner = dom.parent(inner);
      if (inner !== undefined && /^h[1-6]$/.test(dom.tag(inner))) return text.read(inner);
    }
    return '';
  }

  const lastHeadings = new WeakMap<Element, string>();

  function lastHeading(element: Element): string {
    let known = lastHeadings.get(element);
    if (known !== undefined) return known;
    const isHeading = (tag: Element) => /^h[1-6]$/.test(dom.tag(tag)) && text.isVisible(tag);
    const all = isHeading(element) ? [element] : dom.walk(element, 300).filter(isHeading);
    const last = all.at(-1);
    known = last === undefined ? '' : text.read(last);
    lastHeadings.set(element, known);
    return known;
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
    // Pages that listen further up show by the pointer what may be clicked.
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
        classes: classesOf(element),
        attributes: attributesOf(element, tag),
        ...pathOf(element),
        parent: {
          tag: above === undefined ? '' : dom.tag(above),
          id: above === undefined ? '' : dom.attribute(above, 'id').slice(0, 200),
          classes: above === undefined ? [] : classesOf(above),
        },
        neighbours: neighboursOf(element),
        row: rowOf(element),
        heading: headingAbove(element),
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
