import { addTo, getOrMake } from '../../runtime/collections.ts';
import type { ContentSource } from '../../page/page-reading.ts';
import type { LabelPair } from '../analysis/find-label-pairs.ts';
import type { IndexedElement } from '../analysis/index-page.ts';
import type { Scope } from './rank-entities.ts';

/** Elements around a value within that of its label. */
const maxInPair = 4;

/** Elements of a row or a line that holds a label and its value. */
const maxInRow = 8;

type Pairs = Scope['facts']['pairs'];

const pairsByElement = new WeakMap<Pairs, ReadonlyMap<IndexedElement, readonly LabelPair[]>>();

/** The labels that stand beside a value of the page, whatever found it; none beside one of its data. */
export function listLabelsBeside(
  { node, pointer }: ContentSource,
  { facts: { page, pairs } }: Scope,
): readonly LabelPair[] {
  const element = pointer === undefined ? page.elementOf(node) : undefined;
  if (element === undefined) return [];
  const known = getOrMake(pairsByElement, pairs, () => indexPairs(pairs));
  const { position, end } = element;
  const inner = page.elements.slice(position + 1, Math.min(end, position + maxInRow));
  return [...page.around(element, maxInPair), ...inner].flatMap((one) => known.get(one) ?? []);
}

function indexPairs(pairs: Pairs): ReadonlyMap<IndexedElement, readonly LabelPair[]> {
  const byElement = new Map<IndexedElement, LabelPair[]>();
  for (const found of pairs.values())
    for (const pair of found) addTo(byElement, pair.element, pair);
  return byElement;
}
