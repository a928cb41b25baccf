import * as dom from '../dom.ts';
import * as text from '../page-text.ts';
import { perCall } from '../page-cache.ts';

/** Inner elements that are looked at; blocks of one kind agree or differ within them. */
const maxInner = 80;
const silent = /^(?:script|style|noscript|template|br|wbr|hr)$/;
const pictures = /^(?:img|picture|svg|video|canvas|input|meter|progress)$/;
const places =
  /^(?:(?:row|item|is)?[-_]?(?:odd|even|alt|alternate|first|last)(?:[-_]?(?:row|item|child))?)$/i;
const emphasis = /^(?:b|strong|i|em|u|mark|small|sup|sub|font|cite|abbr|q|s|del|ins)$/;
const advertWords =
  /^(?:ad|ads|advert|adverts|advertisement|advertising|sponsor|sponsored|sponsors|promoted|promo|adsbygoogle|adslot)$/;

/** Class names that may last: no numbers of builds or of single elements, and no words for the place in a list. */
export const steadyClasses: (element: Element) => readonly string[] = perCall((element) =>
  dom
    .classes(element)
    .filter((name) => name.length <= 40 && !/\d{2,}|^\d|[:[\]/]/.test(name))
    .filter((name) => !places.test(name)),
);

function innerOf(element: Element): readonly Element[] {
  return dom.walk(element, maxInner).filter((inner) => !silent.test(dom.tag(inner)));
}

const shapeOf = perCall((element: Element): ReadonlySet<string> => {
  const steps = new Set<string>();
  for (const inner of innerOf(element)) {
    const above = dom.parent(inner);
    // Words that stand out in a sentence are no part of what a block is made of.
    if (emphasis.test(dom.tag(inner)) && above !== undefined && ownText(above)) continue;
    const place = above === undefined || above === element ? '' : dom.tag(above);
    steps.add(`${place}>${dom.tag(inner)}.${steadyClasses(inner)[0] ?? ''}`);
  }
  return steps;
});

function ownText(element: Element): boolean {
  return dom
    .content(element)
    .slice(0, 60)
    .some((node) => dom.isText(node) && /[\p{L}\p{N}]/u.test(dom.text(node).slice(0, 400)));
}

/** Share of the inner elements that two elements have in common, 0 to 1; the class of the elements counts as one of them. */
export function likeness(one: Element, other: Element): number {
  const [a, b] = [shapeOf(one), shapeOf(other)];
  const own = steadyClasses(one);
  const theirs = new Set(steadyClasses(other));
  const hasClasses = own.length > 0 || theirs.size > 0;
  const sharesClass = own.some((name) => theirs.has(name));
  const common = [...a].filter((step) => b.has(step)).length + (sharesClass ? 2 : 0);
  const all = new Set([...a, ...b]).size + (hasClasses ? 2 : 0);
  if (all > 0) return common / all;
  return ownText(one) === ownText(other) ? 1 : 0;
}

/** Number of different places in the element that hold a text, a picture or a link. */
export function richness(element: Element): number {
  const places = new Set<string>();
  if (ownText(element)) places.add('');
  for (const inner of innerOf(element)) {
    const tag = dom.tag(inner);
    if (!pictures.test(tag) && !ownText(inner)) continue;
    places.add(`${dom.tag(dom.parent(inner) ?? inner)}>${tag}.${steadyClasses(inner)[0] ?? ''}`);
  }
  return places.size;
}

/** Whether people see something in the element. */
export function hasContent(element: Element): boolean {
  if (silent.test(dom.tag(element)) || !text.isVisible(element)) return false;
  if (text.read(element) !== '') return true;
  return innerOf(element).some((inner) => pictures.test(dom.tag(inner)));
}

/** Whether the page names the element an advert. */
export function isAdvert(element: Element): boolean {
  return dom
    .classes(element)
    .flatMap((name) => name.toLowerCase().split(/[-_]+/))
    .some((word) => advertWords.test(word));
}
