import { featureNames } from '../../src/page/main-content/feature-names.ts';
import type { TrainedTree } from './boost-trees.ts';
import type { FittedModel } from './fit-model.ts';
import type { LexiconWords } from './learn-lexicon.ts';

const lineWidth = 92;

/** The published table as the text of a TypeScript file. */
export function writeWeights(
  model: FittedModel,
  lexicon: LexiconWords,
  edges: readonly (readonly number[])[],
): string {
  const used = usedBorders(model.trees);
  const features = [...used.keys()].sort((one, other) => one - other);
  const borders = features.map((feature) => {
    const bins = used.get(feature) ?? [];
    return `${featureNames[feature]}: ${bins.map((bin) => edges[feature]?.[bin]).join(' ')}`;
  });
  const leafScale = model.trees
    .flatMap(({ leaf }) => leaf)
    .reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-6);
  const bytes: number[] = [];
  for (const tree of model.trees) writeTree(tree, features, used, leafScale, bytes);
  return `import type { MainContentWeights } from './main-content-model.ts';

/** Written by \`npm run train:main\` (scripts/train-main-content.ts); its figures stand in scripts/main-content/RESULTS.md. */
export const weights: MainContentWeights = {
  classes: ${toLines(writeWords(lexicon.classes), ' ')},
  words: ${toLines(writeWords(lexicon.words), ' ')},
  headings: ${toLines(writeWords(lexicon.headings), ' ')},
  borders: [
${borders.map((line) => `    '${line}',`).join('\n')}
  ],
  base: ${Number(model.base.toPrecision(6))},
  leafScale: ${Number(leafScale.toPrecision(6))},
  trees: ${toLines(cut(Buffer.from(bytes).toString('base64')), '')},
};
`;
}

function writeWords(words: ReadonlyMap<string, number>): readonly string[] {
  return [...words]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([word, weight]) => `${word}:${weight}`);
}

function cut(text: string): readonly string[] {
  return text.match(new RegExp(`.{1,${lineWidth}}`, 'g')) ?? [];
}

function toLines(pieces: readonly string[], separator: string): string {
  if (pieces.length === 0) return '[]';
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && line.length + separator.length + piece.length > lineWidth) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? piece : line + separator + piece;
  }
  lines.push(line);
  return `[\n${lines.map((entry) => `    '${entry}',`).join('\n')}\n  ]`;
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
