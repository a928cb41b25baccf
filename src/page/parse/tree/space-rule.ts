/**
 * Treatment of white space that stands by itself in an element: unchanged (`keep`); one space, but none at the
 * element's ends or beside elements with this rule (`trim`); or one space, at the element's ends too (`part`).
 */
export type SpaceRule = 'keep' | 'trim' | 'part';

const rules = new Map<string, SpaceRule>();
for (const name of 'pre textarea listing xmp plaintext code samp kbd'.split(' '))
  rules.set(name, 'keep');
// Elements that every reader of the tree treats as boxes of their own.
const boxes =
  'html head body div center p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th section ' +
  'article main nav header footer aside form fieldset figure figcaption blockquote address details dialog hr hgroup search';
for (const name of boxes.split(' ')) rules.set(name, 'trim');

/** Returns the rule of a tag by its lower-case name. */
export function findSpaceRule(tag: string): SpaceRule {
  return rules.get(tag) ?? 'part';
}
