import { classKinds } from '../blocks/lexicon.ts';
import { regionKinds } from '../blocks/page-blocks.ts';

const own = [
  'words',
  'wordLength',
  'linkShare',
  'digitShare',
  'capitalShare',
  'capitalWordShare',
  'commaRate',
  'stopRate',
  'currencies',
  'marks',
  'endsSentence',
  'links',
  'insideLink',
  'holder',
  'headingLevel',
  'weightMean',
  'weightMin',
  'weightMax',
  'repeats',
  'statedTitle',
  'statedBody',
  'statedMeta',
  'statedReview',
] as const;

const names = [
  'classOwn',
  'classParent',
  'classGrandparent',
  'classLowest',
  'classHighest',
  'classSum',
  'inlineLowest',
  'inlineHighest',
] as const;

const headings = [
  'headingWeight',
  'headingLowest',
  'headingScopeLevel',
  'headingsOpen',
  'blocksSinceHeading',
  'wordsSinceHeading',
  'blocksAfterTitle',
  'wordsAfterTitle',
] as const;

const around = [
  'parentWords',
  'parentLinkShare',
  'parentGoodShare',
  'parentBlocks',
  'grandWords',
  'grandLinkShare',
  'grandGoodShare',
  'grandBlocks',
  'near40Words',
  'near40LinkShare',
  'near40GoodShare',
  'near40Share',
  'near200LinkShare',
  'near200GoodShare',
  'near200Share',
  'near200Blocks',
] as const;

const groups = [
  'pathBlocks',
  'pathShare',
  'pathLinkShare',
  'pathGoodShare',
  'pathDiversity',
  'pathWordMean',
  'pathWeight',
  'pathSpan',
  'siblings',
  'itemCount',
  'itemWords',
  'itemLinkShare',
  'itemGoodShare',
  'itemPrices',
  'itemGroupShare',
  'innerItemCount',
  'innerItemWords',
] as const;

const position = [
  'depth',
  'blockPosition',
  'wordPosition',
  'blocksBefore',
  'blocksAfter',
  'goodBefore',
  'goodAfter',
  'sincePreviousGood',
  'untilNextGood',
  'topDistance',
  'topOffset',
  'topShare',
  'window3Good',
  'window10Good',
  'window10Link',
  'window10Words',
  'window10Weight',
] as const;

const page = [
  'pageWords',
  'pageBlocks',
  'pageLinkShare',
  'pageGoodShare',
  'pageGoodBlocks',
  'pageKind',
  'pageStated',
  'pageData',
  'pageTitles',
  'pageCart',
  'pageForum',
  'pageReview',
  'pagePrices',
  'pageRepeats',
  'pageHasMain',
  'pageHasArticle',
] as const;

type ClassFeature = `class:${(typeof classKinds)[number]}`;
type RegionFeature = `in:${(typeof regionKinds)[number]}`;

/** Name of one feature of a block. */
export type FeatureName =
  | (typeof own)[number]
  | (typeof names)[number]
  | (typeof headings)[number]
  | (typeof around)[number]
  | (typeof groups)[number]
  | (typeof position)[number]
  | (typeof page)[number]
  | ClassFeature
  | RegionFeature;

/** All features in the order of their columns; the weight table refers to them by position. */
export const featureNames: readonly FeatureName[] = [
  ...own,
  ...names,
  ...headings,
  ...around,
  ...groups,
  ...position,
  ...page,
  ...classKinds.map((kind): ClassFeature => `class:${kind}`),
  ...regionKinds.map((kind): RegionFeature => `in:${kind}`),
];

/** One column of numbers for each feature, with one entry a block. */
export type FeatureColumns = Readonly<Record<FeatureName, Float32Array>>;
