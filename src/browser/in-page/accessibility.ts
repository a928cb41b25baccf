import * as dom from './dom.ts';
import * as text from './page-text.ts';

const impliedRoles = new Map(
  Object.entries({
    article: 'article',
    aside: 'complementary',
    button: 'button',
    dd: 'definition',
    details: 'group',
    dialog: 'dialog',
    dt: 'term',
    fieldset: 'group',
    figure: 'figure',
    form: 'form',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    img: 'img',
    li: 'listitem',
    main: 'main',
    menu: 'list',
    meter: 'meter',
    nav: 'navigation',
    ol: 'list',
    option: 'option',
    output: 'status',
    progress: 'progressbar',
    search: 'search',
    summary: 'button',
    table: 'table',
    td: 'cell',
    textarea: 'textbox',
    th: 'columnheader',
    time: 'time',
    tr: 'row',
    ul: 'list',
  }),
);
const inputRoles = new Map(
  Object.entries({
    button: 'button',
    checkbox: 'checkbox',
    image: 'button',
    number: 'spinbutton',
    radio: 'radio',
    range: 'slider',
    reset: 'button',
    search: 'searchbox',
    submit: 'button',
  }),
);
const namedByContent =
  /^(?:button|cell|checkbox|columnheader|gridcell|heading|link|menuitem|menuitemcheckbox|menuitemradio|option|radio|row|rowheader|switch|tab|treeitem)$/;
/** Number of ancestors searched for a label or a table; deeper nesting holds no label. */
const maxAncestors = 8;
/** Most characters of a label; a longer text beside a value is not its label. */
const maxLabel = 60;

/** Returns the explicit or implied role; empty when there is none. */
export function role(element: Element): string {
  const given = /^\s*([a-z]{2,30})(?:\s|$)/i.exec(dom.attribute(element, 'role').slice(0, 60))?.[1];
  if (given !== undefined) return given.toLowerCase();
  const tag = dom.tag(element);
  if (tag === 'a' || tag === 'area') return dom.hasAttribute(element, 'href') ? 'link' : '';
  if (tag === 'select') return dom.hasAttribute(element, 'multiple') ? 'listbox' : 'combobox';
  if (tag === 'section') return dom.hasAttribute(element, 'aria-label') ? 'region' : '';
  if (tag === 'header') return ancestor(element, sections, 60) === undefined ? 'banner' : '';
  if (tag === 'footer') return ancestor(element, sections, 60) === undefined ? 'contentinfo' : '';
  if (tag !== 'input') return impliedRoles.get(tag) ?? '';
  if (dom.hasAttribute(element, 'list')) return 'combobox';
  return inputRoles.get(dom.attribute(element, 'type').toLowerCase()) ?? 'textbox';
}

const sections = /^(?:article|aside|main|nav|section)$/;

function ancestor(element: Element, tags: RegExp, steps: number): Element | undefined {
  let above = dom.parent(element);
  for (let step = 0; above !== undefined && step < steps; step += 1) {
    if (tags.test(dom.tag(above))) return above;
    above = dom.parent(above);
  }
  return undefined;
}

export function name(element: Element): string {
  const spoken = referenced(element) || text.tidy(dom.attribute(element, 'aria-label'));
  if (spoken !== '') return spoken;
  const tag = dom.tag(element);
  return (
    nativeName(element, tag) ||
    (namedByContent.test(role(element)) && !isField(tag) ? text.readSpoken(element) : '') ||
    text.tidy(dom.attribute(element, 'title')) ||
    (isField(tag) ? text.tidy(dom.attribute(element, 'placeholder')) : '')
  );
}

function isField(tag: string): boolean {
  return tag === 'input' || tag === 'select' || tag === 'textarea';
}

function nativeName(element: Element, tag: string): string {
  if (tag === 'img' || tag === 'area') return text.tidy(dom.attribute(element, 'alt'));
  if (tag === 'fieldset') return childText(element, 'legend');
  if (tag === 'table') return childText(element, 'caption');
  if (!isField(tag)) return '';
  const type = dom.attribute(element, 'type').toLowerCase();
  if (tag === 'input' && /^(?:button|reset|submit)$/.test(type)) {
    return text.tidy(dom.attribute(element, 'value')) || (type === 'button' ? '' : type);
  }
  if (type === 'image') return text.tidy(dom.attribute(element, 'alt'));
  return formLabel(element);
}

function childText(element: Element, tag: string): string {
  const child = dom.children(element).find((child) => dom.tag(child) === tag);
  return child === undefined ? '' : text.read(child);
}

function referenced(element: Element): string {
  const ids = dom.attribute(element, 'aria-labelledby').slice(0, 200);
  if (ids === '') return '';
  const parts = ids.split(/\s+/, 5).map((id) => {
    const named = dom.byId(element, id);
    return named === undefined ? '' : text.readSpoken(named);
  });
  return text.tidy(parts.join(' '));
}

function formLabel(element: Element): string {
  return text.tidy(
    dom
      .labels(element)
      .map((label) => text.read(label))
      .join(' '),
  );
}

/** Returns the text of the label, term or header cell that belongs to the element; empty when there is none. */
export function label(element: Element): string {
  const tag = dom.tag(element);
  if (isField(tag) || tag === 'output' || tag === 'button') {
    const own = formLabel(element) || referenced(element);
    if (own !== '') return own;
  }
  let inner = element;
  for (let step = 0; step < maxAncestors; step += 1) {
    const innerTag = dom.tag(inner);
    if (innerTag === 'td' || innerTag === 'th') return cellLabel(inner);
    const before = dom.previous(inner);
    const term = innerTag === 'dd' ? termBefore(inner) : '';
    if (term !== '') return term;
    if (before !== undefined && isLabel(before) && !isOthers(before, element))
      return text.read(before);
    const above = dom.parent(inner);
    // Other content of the container has its own labels.
    if (above === undefined || text.read(above) !== text.read(inner)) {
      const outer = above === undefined ? '' : dom.tag(above);
      if (above === undefined || !/^(?:dd|td)$/.test(outer)) return '';
    }
    inner = above;
  }
  return '';
}

function isLabel(element: Element): boolean {
  const said = text.read(element);
  if (said === '' || said.length > maxLabel) return false;
  return /[:：]$/.test(said) || /^(?:b|dt|label|strong|th)$/.test(dom.tag(element));
}

/** Whether a label names another field than this one. */
function isOthers(label: Element, element: Element): boolean {
  const named = dom.attribute(label, 'for');
  return named !== '' && named !== dom.attribute(element, 'id');
}

function termBefore(element: Element): string {
  let before = dom.previous(element);
  for (let step = 0; before !== undefined && step < maxAncestors; step += 1) {
    if (dom.tag(before) === 'dt') return text.read(before);
    before = dom.previous(before);
  }
  return '';
}

/** Returns the text of the header cell of the cell's row, else of its column. */
/** Returns the cell at the head of a cell's column; `undefined` where the table has no row of headings. */
function columnHead(cell: Element, index: number): Element | undefined {
  const table = ancestor(cell, /^table$/, maxAncestors);
  if (table === undefined) return undefined;
  let first = dom.children(table).find((part) => /^(?:thead|tbody|tr)$/.test(dom.tag(part)));
  if (first !== undefined && dom.tag(first) !== 'tr') first = dom.children(first)[0];
  const head = first === undefined ? undefined : dom.children(first)[index];
  return head !== undefined && head !== cell && dom.tag(head) === 'th' ? head : undefined;
}

function cellLabel(cell: Element): string {
  const row = dom.parent(cell);
  if (row === undefined) return '';
  const cells = dom.children(row).slice(0, 100);
  const rowHead = cells.find((other) => dom.tag(other) === 'th');
  const ofRow =
    rowHead !== undefined && rowHead !== cell && dom.tag(cell) === 'td' ? rowHead : undefined;
  const ofColumn = columnHead(cell, cells.indexOf(cell));
  // Two columns are terms with their values; the rows of wider tables are records, and what heads a row is a value of it.
  const head = cells.length > 2 ? (ofColumn ?? ofRow) : (ofRow ?? ofColumn);
  if (head !== undefined) return text.read(head);
  // Forms that are laid out in tables have the label in the cell before.
  const before = dom.previous(cell);
  const said = before === undefined || text.read(cell) !== '' ? '' : text.read(before);
  return said.length > maxLabel ? '' : said;
}
