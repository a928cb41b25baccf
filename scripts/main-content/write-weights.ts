import { featureNames } from '../../src/page/main-content/features/feature-names.ts';
import type { MainContentWeights } from '../../src/page/main-content/model/main-content-model.ts';
import type { TrainedTree } from './boost-trees.ts';
import type { FittedModel } from './fit-model.ts';
import type { LexiconWords } from './learn-lexicon.ts';

const lineWidth = 92;

/** A fitted model as the data that the library decodes. */
export function toWeights(
  model: FittedModel,
  lexicon: LexiconWords,
  edges: readonly (readonly number[])[],
): MainContentWeights {
  const used = usedBorders(model.trees);
  const features = [...used.keys()].sort((one, other) => one - other);
  const leafScale = model.trees
    .flatMap(({ leaf }) => leaf)
    .reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-6);
  const bytes: number[] = [];
  for (const tree of model.trees) writeTree(tree, features, used, leafScale, bytes);
  return {
    classes: toLines(writeWords(lexicon.classes), ' '),
    words: toLines(writeWords(lexicon.words), ' '),
    headings: toLines(writeWords(lexicon.headings), ' '),
    borders: features.map((feature) => {
      const bins = used.get(feature) ?? [];
      return `${featureNames[feature]}: ${bins.map((bin) => edges[feature]?.[bin]).join(' ')}`;
    }),
    base: Number(model.base.toPrecision(6)),
    leafScale: Number(leafScale.toPrecision(6)),
    trees: toLines(cut(Buffer.from(bytes).toString('base64')), ''),
  };
}

/** The data as the text of a TypeScript file. */
export function printWeights(weights: MainContentWeights): string {
  return `import type { MainContentWeights } from './main-content-model.ts';

/** Written by \`npm run train:main\`; its figures stand in scripts/main-content/results.json. */
export const weights: MainContentWeights = {
  classes: ${printLines(weights.classes)},
  words: ${printLines(weights.words)},
  headings: ${printLines(weights.headings)},
  borders: ${printLines(weights.borders)},
  base: ${weights.base},
  leafScale: ${weights.leafScale},
  trees: ${printLines(weights.trees)},
};
`;
}

function printLines(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n${lines.map((line) => `    '${line}',`).join('\n')}\n  ]`;
}

function writeWords(words: ReadonlyMap<string, number>): readonly string[] {
  return [...words]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([word, weight]) => `${word}:${weight}`);
}

function cut(text: string): readonly string[] {
  return text.match(new RegExp(`.{1,${lineWidth}}`, 'g')) ?? [];
}

/** Joins pieces to lines of a readable width. */
function toLines(pieces: readonly string[], separator: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && line.length + separator.length + piece.length > lineWidth) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? piece : line + separator + piece;
  }
  return line === '' ? lines : [...lines, line];
}

function usedBorders(trees: readonly TrainedTree[]): Map<number, number[]> {
  const used = new Map<number, number[]>();
  for (const tree of trees) {
    for (const [node, feature] of tree.feature.entries()) {
      const bins = used.get(feature) ?? [];
      const bin = tree.bin[node] ?? 0;
      if (!bins.includes(bin)) bins.push(bin);
      used.set(feature, bins);
    }
  }
  for (const bins of used.values()) bins.sort((one, other) => one - other);
  return used;
}

function writeTree(
  tree: TrainedTree,
  features: readonly number[],
  used: ReadonlyMap<number, readonly number[]>,
  leafScale: number,
  bytes: number[],
): void {
  const open = [tree.feature.length === 0 ? -1 : 0];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node < 0) {
      const share = Math.round(((tree.leaf[-1 - node] ?? 0) / leafScale) * 32_767);
      bytes.push(255, (share >> 8) & 255, share & 255);
      continue;
    }
    const feature = tree.feature[node] ?? 0;
    bytes.push(features.indexOf(feature), used.get(feature)?.indexOf(tree.bin[node] ?? 0) ?? 0);
    open.push(tree.right[node] ?? 0, tree.left[node] ?? 0);
  }
}
