import type { Element } from 'domhandler';
import { textContent } from 'domutils';
import { foldText } from '../../runtime/unicode/fold-text.ts';
import { isPointsOfScale, isRating } from '../values/ratings.ts';
import type { IndexedElement } from './index-page.ts';

/** Attributes that put in words what a drawing shows; the name of what is pressed is the first of them. */
const spokenLabel = 'aria-label';
const drawnLabels = [spokenLabel, 'title'];
/** Pairs of attributes that give points and how many can be had. */
const drawnPoints: readonly (readonly [string, string])[] = [
  ['data-rating', 'data-max'],
  ['data-score', 'data-max'],
];
const meterPoints: typeof drawnPoints = [['value', 'max']];
/** Elements that are pressed: of some, each gives as many points as it says. */
const pressed: ReadonlySet<string> = new Set(['a', 'button', 'input', 'label', 'option']);

interface DrawnRating {
  readonly text: string;
  readonly source: { readonly node: Element; readonly attribute: string };
}

/** Characters of stars that are written: "★★★★☆". */
const maxStars = 30;
const stars = /^[\s★☆⭐✩✭✮½]+$/u;

/** The rating that an element shows as a drawing or in written stars, which its attributes alone put in words. */
export function findDrawnRating({
  node,
  textStart,
  textEnd,
}: IndexedElement): DrawnRating | undefined {
  const { name, attribs } = node;
  const length = textEnd - textStart;
  const mayBeStars =
    length <= maxStars && drawnLabels.some((attribute) => attribs[attribute] !== undefined);
  if (length > 0 && !(mayBeStars && stars.test(textContent(node)))) return undefined;
  if (pressed.has(name)) {
    const text = foldText(attribs[spokenLabel] ?? '');
    return isRating(text) ? { text, source: { node, attribute: spokenLabel } } : undefined;
  }
  const labels = drawnLabels.map((attribute) => [attribute, foldText(attribs[attribute] ?? '')]);
  const points = (name === 'meter' ? meterPoints : drawnPoints).map(([own, most]) => [
    own,
    `${attribs[own] ?? ''}/${attribs[most] ?? ''}`,
  ]);
  for (const [attribute = '', text = ''] of [...labels, ...points])
    if (isRating(text) || isPointsOfScale(text)) return { text, source: { node, attribute } };
  return undefined;
}
