import { type SpaceRule, findSpaceRule } from './linked-tree.ts';
import { type ContentKind, toLowerName } from './quick-html-tokenizer.ts';

/** Tags by what they do in the HTML standard's tree construction, where several do the same. */
const tagsByRule: Readonly<Record<string, string>> = {
  block:
    'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup main ' +
    'menu nav ol search section summary ul',
  formatting: 'b big code em font i s small strike strong tt u',
  item: 'dd dt li',
  void: 'area embed img wbr',
  object: 'applet marquee object',
  text: 'iframe noembed',
  'ruby-base': 'rb rtc',
  'ruby-text': 'rp rt',
  metadata: 'base basefont bgsound link meta',
  section: 'tbody tfoot thead',
  cell: 'td th',
  heading: 'h1 h2 h3 h4 h5 h6',
  param: 'param source track',
  pre: 'listing pre',
};
/** Tags whose rule has their own name. */
const tagsOfOwnRule =
  'a body br button caption col colgroup form frame frameset head hr html image input keygen math nobr noframes noscript ' +
  'optgroup option p plaintext script select style svg table template textarea title tr xmp';

/** Sets of tags in the standard, as bits. */
export const special = 1;
/** Ends the search for an element in scope; so do `listScope` and `buttonScope` in the scopes of these names. */
export const scope = 2;
export const listScope = 4;
export const buttonScope = 8;
/** The end tag may be left out. */
export const implied = 16;
/** The same "thoroughly": parts of tables, too. */
export const impliedThoroughly = 32;
/** A part of a table that ends a cell or a caption. */
export const tablePart = 64;
/** The contexts that a table's rules clear the stack back to. */
export const tableContext = 128;
export const sectionContext = 256;
export const rowContext = 512;
/** Parts of a table that may hold nothing but other parts. */
export const tableStructure = 16_384;
/** SVG and MathML. */
export const foreign = 1_024;
/** Foreign elements whose content is HTML. */
export const integration = 2_048;
/** Tags that end foreign content. */
export const exit = 4_096;
/** Tags that parse5 takes for their HTML namesakes in foreign content; left to parse5. */
export const ambiguous = 8_192;

const bits: readonly (readonly [bit: number, tags: string])[] = [
  [
    special,
    'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd details ' +
      'dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html ' +
      'iframe img input li link listing main marquee menu meta nav noembed noframes noscript object ol p param plaintext pre ' +
      'script section select source style summary table tbody td template textarea tfoot th thead title tr track ul wbr xmp',
  ],
  [scope, 'applet caption html marquee object table td template th'],
  [listScope, 'ol ul'],
  [buttonScope, 'button'],
  [implied, 'dd dt li optgroup option p rb rp rt rtc'],
  [
    impliedThoroughly,
    'dd dt li optgroup option p rb rp rt rtc caption colgroup tbody td tfoot th thead tr',
  ],
  [tablePart, 'caption col colgroup tbody td tfoot th thead tr'],
  [tableStructure, 'table tbody tfoot thead tr'],
  [tableContext, 'table template html'],
  [sectionContext, 'tbody tfoot thead template html'],
  [rowContext, 'tr template html'],
  [
    exit,
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p ' +
      'pre ruby s small span strong strike sub sup table tt u ul var',
  ],
  [
    ambiguous,
    'annotation-xml caption col colgroup font frameset html malignmark mglyph optgroup option rb rp rt rtc select tbody td ' +
      'template tfoot th thead tr',
  ],
];

/** A tag and what the standard says of it; one object for each name that is listed here. */
export interface StandardTag {
  /** In lower case; in SVG with its capital letters. */
  readonly name: string;
  /** What it does: a key of `tagsByRule`, its own name, or `other`. */
  readonly rule: string;
  readonly bits: number;
  readonly spaceRule: SpaceRule;
  /** Where it is HTML. */
  readonly content: ContentKind;
  readonly isMath: boolean;
  /** The same tag in SVG and in MathML, once there was one. */
  svg: StandardTag | undefined;
  math: StandardTag | undefined;
}

const contents: Readonly<Record<string, ContentKind>> = {
  title: 'references',
  textarea: 'references',
  style: 'text',
  script: 'text',
  text: 'text',
  noframes: 'text',
  xmp: 'text',
  plaintext: 'rest',
};

const ruleByName = new Map<string, string>(tagsOfOwnRule.split(' ').map((rule) => [rule, rule]));
for (const [rule, tags] of Object.entries(tagsByRule))
  for (const name of tags.split(' ')) ruleByName.set(name, rule);
const bitsByName = new Map<string, number>();
for (const [bit, tags] of bits)
  for (const name of tags.split(' ')) bitsByName.set(name, (bitsByName.get(name) ?? 0) | bit);
const known = new Map<string, StandardTag>();
const otherTags = 'abbr canvas cite del g ins label path picture q span sub sup time use video';
for (const name of [...ruleByName.keys(), ...bitsByName.keys(), ...otherTags.split(' ')])
  if (!known.has(name)) known.set(name, createTag(name));

/** Returns a tag by its name as written. */
export function toStandardTag(written: string): StandardTag {
  const name = toLowerName(written);
  return known.get(name) ?? createTag(name);
}

function createTag(name: string): StandardTag {
  const rule = ruleByName.get(name) ?? 'other';
  return {
    name,
    rule,
    bits: bitsByName.get(name) ?? 0,
    spaceRule: findSpaceRule(name),
    content: contents[rule] ?? 'markup',
    isMath: false,
    svg: undefined,
    math: undefined,
  };
}

const svgNames = toCapitals(
  'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feFlood feFuncA feFuncB ' +
    'feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting ' +
    'feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath',
);
/** Attributes of SVG that have capital letters, by their names in lower case. */
export const svgAttributes: ReadonlyMap<string, string> = toCapitals(
  'attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits glyphRef ' +
    'gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle ' +
    'markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform ' +
    'patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur ' +
    'requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles ' +
    'surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector yChannelSelector ' +
    'zoomAndPan',
);
export const mathAttributes: ReadonlyMap<string, string> = toCapitals('definitionURL');

function toCapitals(names: string): ReadonlyMap<string, string> {
  return new Map(names.split(' ').map((name) => [name.toLowerCase(), name]));
}

const svgIntegration: ReadonlySet<string> = new Set(['desc', 'foreignObject', 'title']);
const mathIntegration: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'ms', 'mtext']);

/** Returns the tag as it is in SVG. */
export function toSvgTag(tag: StandardTag): StandardTag {
  const name = svgNames.get(tag.name) ?? tag.name;
  tag.svg ??= createForeignTag(name, false, svgIntegration.has(name));
  return tag.svg;
}

/** Returns the tag as it is in MathML. */
export function toMathTag(tag: StandardTag): StandardTag {
  tag.math ??= createForeignTag(tag.name, true, mathIntegration.has(tag.name));
  return tag.math;
}

function createForeignTag(name: string, isMath: boolean, isIntegration: boolean): StandardTag {
  const more = isIntegration ? integration | special | scope : 0;
  return { ...createTag(name), rule: 'other', bits: foreign | more, content: 'markup', isMath };
}
