import { type Element, isTag } from 'domhandler';
import { isOwnBlock } from '../display/custom-elements.ts';
import { toWordSet } from '../../runtime/collections.ts';

/** How a block element is written. */
type BlockRole =
  | 'skip'
  | 'block'
  | 'paragraph'
  | 'heading'
  | 'list'
  | 'item'
  | 'quote'
  | 'code-block'
  | 'rule'
  | 'break'
  | 'terms'
  | 'term'
  | 'definition'
  | 'summary'
  | 'table'
  | 'head'
  | 'row'
  | 'cell'
  | 'caption';

const inlineRoles = [
  'link',
  'area',
  'image',
  'strong',
  'emphasis',
  'deleted',
  'sub',
  'sup',
  'code',
  'input',
  'apart',
  'option',
  'quotation',
  'reading',
  'formula',
  'frame',
] as const;

/** How an inline element is written. */
export type InlineRole = (typeof inlineRoles)[number];

/** How an element is written. Elements that are not listed are inline unless their name has a hyphen. */
export type TagRole = BlockRole | InlineRole | 'line';

const isOfInline: ReadonlySet<TagRole> = new Set(inlineRoles);

export function isInlineRole(role: TagRole): role is InlineRole {
  return isOfInline.has(role);
}

const roles = new Map<string, TagRole>();

function define(role: TagRole, tags: string): void {
  for (const tag of tags.split(' ')) roles.set(tag, role);
}

define('skip', 'title script style template rp datalist');
define('block', 'html head body div center dialog fieldset form figure search frameset noframes');
define(
  'paragraph',
  'p address article aside footer header hgroup main nav section details legend figcaption',
);
define('heading', 'h1 h2 h3 h4 h5 h6');
define('list', 'ul ol menu dir');
define('item', 'li');
define('quote', 'blockquote');
define('code-block', 'pre xmp listing');
define('rule', 'hr');
define('break', 'br');
define('terms', 'dl');
define('term', 'dt');
define('definition', 'dd');
define('summary', 'summary');
define('table', 'table');
define('head', 'thead');
define('row', 'tr');
define('cell', 'td th');
define('caption', 'caption');
define('link', 'a');
define('area', 'area');
define('image', 'img');
define('strong', 'b strong');
define('emphasis', 'i em');
define('deleted', 'del s strike');
define('sub', 'sub');
define('sup', 'sup');
define('code', 'code kbd samp tt');
define('input', 'input');
define('apart', 'button label select textarea text tspan');
define('option', 'option');
define('quotation', 'q');
define('reading', 'rt');
define('formula', 'math');
define('frame', 'iframe video audio');
define('block', 'tbody tfoot');
// Listed for a quick lookup: most elements of most pages are spans.
define('line', 'span small font time u ins mark abbr cite var picture noscript svg g');

/** What an element without a meaning of its own is said to be: WAI-ARIA 1.2, "Definition of Roles". */
const statedRoles: ReadonlyMap<string, TagRole> = new Map<string, TagRole>([
  ['heading', 'heading'],
  ['list', 'list'],
  ['listitem', 'item'],
]);

/** Returns the role of an element. */
export function findTagRole(element: Element): TagRole {
  const { name, attribs } = element;
  const own = roles.get(name);
  if (own === undefined || name === 'div' || name === 'span') {
    const stated = attribs['role'];
    const role = stated === undefined ? undefined : statedRoles.get(stated);
    if (role !== undefined && (role !== 'heading' || !holdsParts(element))) return role;
  }
  return own ?? (isOwnBlock(element) ? 'block' : 'line');
}

const partTags: ReadonlySet<string> = toWordSet(
  'h1 h2 h3 h4 h5 h6 ul ol dl table p section nav form',
);
/** Nodes in a heading; more are a part of the page. */
const mostNodes = 100;

/** Whether an element is around parts of a page: one that says of itself that it is a heading holds one, and is none. */
function holdsParts({ children }: Element): boolean {
  if (children.length > mostNodes) return true;
  const waiting = [...children];
  for (let seen = 0; seen < mostNodes; seen += 1) {
    const node = waiting.pop();
    if (node === undefined) return false;
    if (!isTag(node)) continue;
    if (partTags.has(node.name) || node.children.length > mostNodes) return true;
    waiting.push(...node.children);
  }
  return true;
}

/** Returns the level of a heading, from 1 to 6; one that only its role makes a heading states it, and else stands at 2. */
export function findHeadingLevel({ name, attribs }: Element): number {
  const own = /^h([1-6])$/.exec(name)?.[1];
  const level = Number.parseInt(own ?? attribs['aria-level'] ?? '', 10);
  return level >= 1 ? Math.min(level, 6) : 2;
}
