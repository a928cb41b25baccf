import type { BoostedTrees } from './boosted-trees.ts';
import { createClassTable } from '../blocks/class-words.ts';
import { type FeatureName, featureNames } from '../features/feature-names.ts';
import type { Lexicon } from '../blocks/lexicon.ts';
import { toConditions } from './boosted-trees.ts';
import { createWordTable, hashWord, type WordTable } from '../blocks/word-table.ts';

/** Weights of words, and trees over the features of blocks. */
export interface MainContentModel {
  readonly lexicon: Lexicon;
  readonly trees: BoostedTrees;
}

/** The model as data, as the training script writes it. */
export interface MainContentWeights {
  readonly classes: readonly string[];
  readonly words: readonly string[];
  readonly headings: readonly string[];
  /** `feature: border border …`: the features that the trees use, and the borders they are compared with. */
  readonly borders: readonly string[];
  readonly base: number;
  /** Largest leaf value; leaves are stored as shares of it. */
  readonly leafScale: number;
  /**
   * Base64, trees one after the other, each in preorder. A node is two bytes: the position of its feature in
   * `borders` and of its border there. A leaf is 255 and a signed 16-bit share, high byte first.
   */
  readonly trees: readonly string[];
}

const leafMark = 255;
const maxShare = 32_767;

/** Returns the model in the form that the page walk and the trees use. */
export function decodeModel(weights: MainContentWeights): MainContentModel {
  return {
    lexicon: {
      classes: createClassTable(readWeights(weights.classes)),
      words: toTable(weights.words),
      headings: toTable(weights.headings),
    },
    trees: decodeTrees(weights),
  };
}

/** Reads entries like `word:12`, separated by spaces, many to a line. */
function* readWeights(lines: readonly string[]): Generator<[string, number]> {
  for (const entry of lines.join(' ').split(' ')) {
    const colon = entry.lastIndexOf(':');
    if (colon > 0) yield [entry.slice(0, colon), Number(entry.slice(colon + 1))];
  }
}

function toTable(lines: readonly string[]): WordTable {
  return createWordTable([...readWeights(lines)].map(([word, weight]) => [hashWord(word), weight]));
}

function decodeTrees(weights: MainContentWeights): BoostedTrees {
  const used = weights.borders.map((line) => {
    const [name = '', borders = ''] = line.split(': ');
    const feature = featureNames.indexOf(name as FeatureName);
    if (feature < 0) throw new TypeError(`The weight table names an unknown feature "${name}".`);
    return { feature, borders: borders.split(' ').map(Number) };
  });
  const bytes = Buffer.from(weights.trees.join(''), 'base64');
  const roots: number[] = [];
  const feature: number[] = [];
  const threshold: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const leaf: number[] = [];
  let at = 0;
  // Places of the missing children, where the next nodes or leaves belong; the left one is on top.
  const missing: { readonly list: number[]; readonly index: number }[] = [];
  while (at < bytes.length) {
    const place = missing.pop();
    const byte = bytes[at] as number;
    let id: number;
    if (byte === leafMark) {
      id = -1 - leaf.length;
      leaf.push((bytes.readInt16BE(at + 1) / maxShare) * weights.leafScale);
      at += 3;
    } else {
      id = feature.length;
      const entry = used[byte];
      feature.push(entry?.feature ?? 0);
      threshold.push(entry?.borders[bytes[at + 1] as number] ?? 0);
      left.push(0);
      right.push(0);
      missing.push({ list: right, index: id }, { list: left, index: id });
      at += 2;
    }
    if (place === undefined) roots.push(id);
    else place.list[place.index] = id;
  }
  const nodes = {
    roots: Int32Array.from(roots),
    feature: Int16Array.from(feature),
    threshold: Float32Array.from(threshold),
    left: Int16Array.from(left),
    right: Int16Array.from(right),
    leaf: Float32Array.from(leaf),
  };
  return { ...nodes, base: weights.base, conditions: toConditions(nodes) };
}
