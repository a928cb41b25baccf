import type { BlockFeatures } from './block-features.ts';
import { type BoostedTrees, readLogOdds } from './boosted-trees.ts';
import { type FeatureName, featureNames } from './feature-names.ts';

/** Why a block was left out. */
export type RemovalReason =
  | 'hidden'
  | 'navigation'
  | 'page header'
  | 'page footer'
  | 'side column'
  | 'dialog or consent'
  | 'form or controls'
  | 'related items'
  | 'sharing'
  | 'comments'
  | 'advertising'
  | 'details about the page'
  | 'link list'
  | 'boilerplate words'
  | 'class names'
  | 'under a heading of something else'
  | 'before the content'
  | 'after the content'
  | 'repeated items'
  | 'short or thin text'
  | 'away from the main text';

const reasonOfFeatures: readonly (readonly [RemovalReason, readonly string[]])[] = [
  ['hidden', ['in:hidden', 'class:hidden', 'in:noscript']],
  ['navigation', ['in:nav', 'class:navigation']],
  ['page header', ['in:header', 'class:header', 'in:innerHeader']],
  ['page footer', ['in:footer', 'class:footer']],
  ['side column', ['in:aside', 'class:side']],
  ['dialog or consent', ['in:dialog', 'class:dialog']],
  ['form or controls', ['in:form', 'in:button', 'class:controls', 'class:cart']],
  ['related items', ['class:related']],
  ['sharing', ['class:share']],
  ['comments', ['class:comment', 'class:review', 'statedReview']],
  ['advertising', ['class:advert']],
  ['details about the page', ['class:meta']],
  [
    'link list',
    [
      'linkShare',
      'links',
      'insideLink',
      'in:link',
      'parentLinkShare',
      'grandLinkShare',
      'near40LinkShare',
      'near200LinkShare',
      'pathLinkShare',
      'itemLinkShare',
      'window10Link',
    ],
  ],
  ['boilerplate words', ['weightMean', 'weightMin', 'weightMax', 'pathWeight', 'window10Weight']],
  [
    'class names',
    [
      'classOwn',
      'classParent',
      'classGrandparent',
      'classLowest',
      'classHighest',
      'classSum',
      'inlineLowest',
      'inlineHighest',
    ],
  ],
  [
    'under a heading of something else',
    [
      'headingWeight',
      'headingLowest',
      'headingScopeLevel',
      'headingsOpen',
      'blocksSinceHeading',
      'wordsSinceHeading',
    ],
  ],
  [
    'repeated items',
    [
      'repeats',
      'siblings',
      'itemCount',
      'itemWords',
      'itemGoodShare',
      'itemPrices',
      'itemGroupShare',
      'innerItemCount',
      'innerItemWords',
      'pathBlocks',
      'pathDiversity',
      'pathSpan',
    ],
  ],
  [
    'short or thin text',
    [
      'words',
      'wordLength',
      'digitShare',
      'capitalShare',
      'capitalWordShare',
      'commaRate',
      'stopRate',
      'endsSentence',
      'marks',
      'currencies',
      'pathWordMean',
      'pathShare',
      'pathGoodShare',
      'parentWords',
      'parentGoodShare',
      'grandGoodShare',
    ],
  ],
  [
    'away from the main text',
    [
      'topDistance',
      'topOffset',
      'topShare',
      'sincePreviousGood',
      'untilNextGood',
      'window3Good',
      'window10Good',
      'window10Words',
      'near40Words',
      'near40GoodShare',
      'near40Share',
      'near200GoodShare',
      'near200Share',
      'near200Blocks',
      'grandWords',
      'grandBlocks',
      'parentBlocks',
      'depth',
    ],
  ],
];
/** Position is told as before or after the content. */
const positionFeatures: readonly FeatureName[] = [
  'blocksAfterTitle',
  'wordsAfterTitle',
  'blockPosition',
  'wordPosition',
  'blocksBefore',
  'blocksAfter',
  'goodBefore',
  'goodAfter',
];

const groupOfFeature = toGroups();
/** The first of `reasonOfFeatures` go by signs that a block has or has not. */
const signGroups = reasonOfFeatures.findIndex(([reason]) => reason === 'link list');

function toGroups(): readonly number[] {
  const groups = new Map<string, number>();
  for (const [group, [, names]] of reasonOfFeatures.entries()) {
    for (const name of names) groups.set(name, group);
  }
  for (const name of positionFeatures) groups.set(name, reasonOfFeatures.length);
  return featureNames.map((name) => groups.get(name) ?? -1);
}

/** Blocks whose reason is worked out by the trees, which costs about 10 µs each; the rest go by their signs alone. */
const maxWeighed = 3_000;

export interface ExplainInput {
  readonly trees: BoostedTrees;
  readonly features: BlockFeatures;
  readonly kept: Uint8Array;
}

/**
 * The reason for each block that was left out: the group of signs without which its chance would have been highest.
 * "Without" means: with the values that the page's kept blocks have on average; where none was kept, with zeros.
 */
export function explainRemovals({
  trees,
  features,
  kept,
}: ExplainInput): ReadonlyMap<number, RemovalReason> {
  const count = kept.length;
  const { values } = features;
  const neutral = new Float32Array(featureNames.length);
  let keptCount = 0;
  let last = -1;
  for (let block = 0; block < count; block += 1) {
    if (kept[block] === 0) continue;
    keptCount += 1;
    last = block;
    for (let feature = 0; feature < neutral.length; feature += 1) {
      neutral[feature] = (neutral[feature] as number) + (values[feature * count + block] as number);
    }
  }
  if (keptCount > 0) {
    for (let feature = 0; feature < neutral.length; feature += 1) {
      neutral[feature] = (neutral[feature] as number) / keptCount;
    }
  }
  const first = kept.indexOf(1);
  const reasons = new Map<number, RemovalReason>();
  const row = new Float32Array(featureNames.length);
  const changed = new Float32Array(featureNames.length);
  for (let block = 0; block < count; block += 1) {
    if (kept[block] === 1) continue;
    for (let feature = 0; feature < row.length; feature += 1) {
      row[feature] = values[feature * count + block] as number;
    }
    let best = -1;
    const isWeighed = reasons.size < maxWeighed;
    let bestOdds = isWeighed ? readLogOdds(trees, row) : 0;
    for (let group = 0; isWeighed && group <= reasonOfFeatures.length; group += 1) {
      changed.set(row);
      for (let feature = 0; feature < row.length; feature += 1) {
        if (groupOfFeature[feature] === group) changed[feature] = neutral[feature] as number;
      }
      const odds = readLogOdds(trees, changed);
      if (odds <= bestOdds) continue;
      best = group;
      bestOdds = odds;
    }
    const isNameless = best < 0 || reasonOfFeatures[best]?.[0] === 'class names';
    const sign = isNameless ? findSign(row) : undefined;
    reasons.set(block, sign ?? toReason(best, block, first, last));
  }
  return reasons;
}

/** What the block's own surroundings say, where the trees went by words of class names or by nothing in particular. */
function findSign(row: Float32Array): RemovalReason | undefined {
  for (const [feature, group] of groupOfFeature.entries()) {
    if (group >= 0 && group < signGroups && (row[feature] as number) > 0) {
      return reasonOfFeatures[group]?.[0];
    }
  }
  return undefined;
}

function toReason(group: number, block: number, first: number, last: number): RemovalReason {
  const named = reasonOfFeatures[group]?.[0];
  if (named !== undefined) return named;
  if (group === reasonOfFeatures.length && first >= 0 && block < first) return 'before the content';
  if (group === reasonOfFeatures.length && block > last) return 'after the content';
  return 'away from the main text';
}
