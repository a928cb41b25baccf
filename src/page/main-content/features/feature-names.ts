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

/** Why a block was removed. */
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
  | 'said before'
  | 'repeated items'
  | 'short or thin text'
  | 'away from the main text';

/** Reasons with the features that indicate them; the first twelve are decided by signs that a block has or lacks. */
export const reasonFeatures: readonly (readonly [RemovalReason, readonly string[]])[] = [
  ['dialog or consent', ['in:dialog', 'class:dialog']],
  ['navigation', ['in:nav', 'class:navigation']],
  ['page footer', ['in:footer', 'class:footer']],
  ['side column', ['in:aside', 'class:side']],
  ['related items', ['class:related']],
  ['comments', ['class:comment', 'class:review', 'statedReview']],
  ['advertising', ['class:advert']],
  ['sharing', ['class:share']],
  ['form or controls', ['in:form', 'in:button', 'class:controls', 'class:cart']],
  ['page header', ['in:header', 'class:header', 'in:innerHeader']],
  ['details about the page', ['class:meta']],
  ['hidden', ['in:hidden', 'class:hidden', 'in:noscript']],
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
/** Features that give position as a reason: before or after the content. */
export const positionFeatures: readonly FeatureName[] = [
  'blocksAfterTitle',
  'wordsAfterTitle',
  'blockPosition',
  'wordPosition',
  'blocksBefore',
  'blocksAfter',
  'goodBefore',
  'goodAfter',
];
