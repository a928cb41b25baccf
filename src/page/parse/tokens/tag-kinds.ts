import { findSpaceRule, type SpaceRule } from '../tree/space-rule.ts';

/** Facts about a tag that the quick parser needs. */
export interface TagKind {
  readonly name: string;
  /** Whether the element is always empty. */
  readonly isVoid: boolean;
  /** Tags that this tag ends while one of them is the innermost open element. */
  readonly closes: ReadonlySet<string> | undefined;
  /** Whether `/>` ends the tags inside, as in SVG; `undefined` where the surrounding element decides. */
  readonly isForeign: boolean | undefined;
  readonly spaceRule: SpaceRule;
}

const voidTags: ReadonlySet<string> = new Set(
  (
    'area base basefont br col command embed frame hr img input isindex keygen link meta param ' +
    'source track wbr'
  ).split(' '),
);
const foreignTags: ReadonlySet<string> = new Set(['math', 'svg']);
const integrationTags: ReadonlySet<string> = new Set(
  'mi mo mn ms mtext annotation-xml foreignobject desc title'.split(' '),
);

/** Tags that end other tags, as in htmlparser2's `openImpliesClose`. */
const closedBy: readonly (readonly [tags: string, closed: string])[] = [
  ['tr', 'tr th td'],
  ['th', 'th'],
  ['td', 'thead th td'],
  ['body', 'head link script'],
  ['li', 'li'],
  [
    'p h1 h2 h3 h4 h5 h6 address article aside blockquote details div dl fieldset figcaption figure ' +
      'footer form header hr main nav ol pre section table ul',
    'p',
  ],
  [
    'select input output button datalist textarea',
    'input option optgroup select button datalist textarea',
  ],
  ['option', 'option'],
  ['optgroup', 'optgroup option'],
  ['dd dt', 'dd dt'],
  ['rt rp', 'rt rp'],
  ['tbody tfoot', 'thead tbody'],
];

const known = new Map<string, TagKind>();
for (const [tags, closed] of closedBy) {
  const closes = new Set(closed.split(' '));
  for (const name of tags.split(' ')) known.set(name, toKind(name, closes));
}
/** Most tags of most pages. Listed so that each has one string for its name, whose hash is already computed. */
const plainTags =
  'a abbr article b body br canvas caption center cite code em font g head html i iframe img label ' +
  'legend link meta noscript path picture s script small source span strong style sub sup svg symbol ' +
  'template text thead title u use video';
for (const name of [...voidTags, ...foreignTags, ...integrationTags, ...plainTags.split(' ')]) {
  if (!known.has(name)) known.set(name, toKind(name));
}

/** Returns the kind of a tag by its name as written. */
export function toTagKind(written: string): TagKind {
  const name = written.toLowerCase();
  return known.get(name) ?? toKind(name);
}

function toKind(name: string, closes?: ReadonlySet<string>): TagKind {
  const isForeign = foreignTags.has(name) || (integrationTags.has(name) ? false : undefined);
  return { name, isVoid: voidTags.has(name), closes, isForeign, spaceRule: findSpaceRule(name) };
}
