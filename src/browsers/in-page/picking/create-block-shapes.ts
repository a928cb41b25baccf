import type { Dom } from '../../page-script/create-dom.ts';
import type { PageText } from '../../page-script/create-page-text.ts';

/** What an element is made of: by it blocks of one kind are told from other ones. */
export interface BlockShapes {
  /** Share of the inner elements that two elements have in common, 0 to 1; the class of the elements counts as one of them. */
  likeness(one: Element, other: Element): number;
  /** Number of different places in the element that hold a text, a picture or a link. */
  richness(element: Element): number;
  /** Class names that may last: no numbers of builds or of single elements, and no words for the place in a list. */
  steadyClasses(element: Element): readonly string[];
  /** Whether people see something in the element. */
  hasContent(element: Element): boolean;
  /** Whether the page names the element an advert. */
  isAdvert(element: Element): boolean;
}

/** Part of the page script: uses nothing from module scope. */
export function createBlockShapes(dom: Dom, text: PageText): BlockShapes {
  /** Inner elements that are looked at; blocks of one kind agree or differ within them. */
  const maxInner = 80;
  const silent = /^(?:script|style|noscript|template|br|wbr|hr)$/;
  const pictures = /^(?:img|picture|svg|video|canvas|input|meter|progress)$/;
  const places =
    /^(?:(?:row|item|is)?[-_]?(?:odd|even|alt|alternate|first|last)(?:[-_]?(?:row|item|child))?)$/i;
  const emphasis = /^(?:b|strong|i|em|u|mark|small|sup|sub|font|cite|abbr|q|s|del|ins)$/;
  const advertWords =
    /^(?:ad|ads|advert|adverts|advertisement|advertising|sponsor|sponsored|sponsors|promoted|promo|adsbygoogle|adslot)$/;
  const shapes = new WeakMap<Element, ReadonlySet<string>>();
  const steady = new WeakMap<Element, readonly string[]>();

  function steadyClasses(element: Element): readonly string[] {
    let names = steady.get(element);
    if (names === undefined) {
      names = dom
        .classes(element)
        .filter((name) => name.length <= 40 && !/\d{2,}|^\d|[:[\]/]/.test(name))
        .filter((name) => !places.test(name));
      steady.set(element, names);
    }
    return names;
  }

  function innerOf(element: Element): readonly Element[] {
    return dom.walk(element, maxInner).filter((inner) => !silent.test(dom.tag(inner)));
  }

  function shapeOf(element: Element): ReadonlySet<string> {
    let shape = shapes.get(element);
    if (shape === undefined) {
      const steps = new Set<string>();
      for (const inner of innerOf(element)) {
        const above = dom.parent(inner);
        // Words that stand out in a sentence are no part of what a block is made of.
        if (emphasis.test(dom.tag(inner)) && above !== undefined && ownText(above)) continue;
        const place = above === undefined || above === element ? '' : dom.tag(above);
        steps.add(`${place}>${dom.tag(inner)}.${steadyClasses(inner)[0] ?? ''}`);
      }
      shape = steps;
      shapes.set(element, shape);
    }
    return shape;
  }

  function ownText(element: Element): boolean {
    return dom
      .content(element)
      .slice(0, 60)
      .some((node) => dom.isText(node) && /[\p{L}\p{N}]/u.test(dom.text(node).slice(0, 400)));
  }

  return {
    steadyClasses,
    likeness(one, other) {
      const [a, b] = [shapeOf(one), shapeOf(other)];
      const own = steadyClasses(one);
      const theirs = new Set(steadyClasses(other));
      const hasClasses = own.length > 0 || theirs.size > 0;
      const sharesClass = own.some((name) => theirs.has(name));
      const common = [...a].filter((step) => b.has(step)).length + (sharesClass ? 2 : 0);
      const all = new Set([...a, ...b]).size + (hasClasses ? 2 : 0);
      if (all > 0) return common / all;
      return ownText(one) === ownText(other) ? 1 : 0;
    },
    richness(element) {
      const places = new Set<string>();
      if (ownText(element)) places.add('');
      for (const inner of innerOf(element)) {
        const tag = dom.tag(inner);
        if (!pictures.test(tag) && !ownText(inner)) continue;
        places.add(
          `${dom.tag(dom.parent(inner) ?? inner)}>${tag}.${steadyClasses(inner)[0] ?? ''}`,
        );
      }
      return places.size;
    },
    hasContent(element) {
      if (silent.test(dom.tag(element)) || !text.isVisible(element)) return false;
      if (text.read(element) !== '') return true;
      return innerOf(element).some((inner) => pictures.test(dom.tag(inner)));
    },
    isAdvert: (element) =>
      dom
        .classes(element)
        .flatMap((name) => name.toLowerCase().split(/[-_]+/))
        .some((word) => advertWords.test(word)),
  };
}
