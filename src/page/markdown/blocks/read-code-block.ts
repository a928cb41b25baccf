import { isTag, isText, type AnyNode, type ChildNode, type Element } from 'domhandler';
import { readText } from '../../tree/node-text.ts';
import { replaceInPieces } from '../../../runtime/unicode/fold-text.ts';
import { stripInvisible } from '../../../runtime/unicode/strip-invisible.ts';
import { toWordSet } from '../../../runtime/collections.ts';

/** Tags that code never holds: they show a page wrapped in `<pre>`, or a `<pre>` that was never closed. */
const pageTags: ReadonlySet<string> = toWordSet(
  'p ul dl table section article main form blockquote pre iframe',
);
/** Tags of what stands between lines of code and is none. */
const apartTags: ReadonlySet<string> = toWordSet('h1 h2 h3 h4 h5 h6 img');
/** Elements that highlighters wrap each line in. */
const lineTags: ReadonlySet<string> = new Set(['div', 'li', 'tr']);
/** What is named a language by its class wins over what the class of a highlighter is followed by. */
const namedLanguage = /(?:^|\s)(?:mw-highlight-)?lang(?:uage)?[-:]([\w+#.-]{1,30})/i;
/** Class names in which pages and highlighters give the language; the classes of one element are short. */
const languageClass =
  /(?:^|\s)(?:lang(?:uage)?-|highlight-(?:source|text)-|highlight-(?=[\w+#.-]{1,30}\s{1,9}notranslate)|brush:\s{0,2}|src\s{1,2}src-|sourceCode\s{1,2}(?:numberSource\s{1,2})?|syntaxhighlighter\s{1,2}(?:nogutter\s{1,2})?|hljs\s{1,2}(?!lang(?:uage)?-)|highlight\s{1,2}(?!highlight-|js-|tab-size))([\w+#.-]{1,30})/i;
/** As above, with the name first: "javascript hljs". */
const languageBeforeClass = /(?:^|\s)([\w+#.-]{1,30})\s{1,2}hljs$/i;
const languageName = /^[\w+#.-]{1,30}$/;
/** Attributes that give it. */
const languageAttributes = ['data-lang', 'data-language', 'lang-name', 'data-enlighter-language'];
/** In `lang` it has more letters than the code of any language that people speak: BCP 47. */
const spelledLanguage = /^[a-z]{4,20}$/i;
/** Names for code without a language. */
const noLanguage = /^(?:none|default|plain|plaintext|text|txt|nohighlight|auto|generic)$/i;
const backtickRun = /`{3,}/g;
/** Begins only at the first space of a run: a match tried at each of them takes the square of their number. */
const lineEnds = /(?<![^\S\n])[^\S\n]+$/gm;

/**
 * Returns the fenced blocks of a `<pre>` and the headings and pictures between them; `[]` when it is empty, `undefined` when it
 * holds a page rather than code.
 */
export function readCodeBlock(pre: Element): readonly (Element | string)[] | undefined {
  return readParts(pre)?.map((part) => (typeof part === 'string' ? toFence(part, pre) : part));
}

function toFence(code: string, pre: Element): string {
  let fence = '```';
  for (const [run] of code.matchAll(backtickRun))
    if (run.length >= fence.length) fence = `${run}\``;
  return `${fence}${findLanguage(pre)}\n${code}\n${fence}`;
}

/** Returns the lines of a `<pre>`; `''` when it is empty, `undefined` when it holds something else than code. */
export function readCode(pre: Element): string | undefined {
  const parts = readParts(pre);
  const [code = '', another] = parts ?? [undefined, ''];
  return another === undefined && typeof code === 'string' && parts !== undefined
    ? code
    : undefined;
}

function readParts(pre: Element): readonly (Element | string)[] | undefined {
  return readLines(pre)
    ?.map((part) => (typeof part === 'string' ? tidyLines(part) : part))
    .filter((part) => part !== '');
}

function tidyLines(raw: string): string {
  // Highlighters keep blanks from falling together by those that do not break.
  const spaced = replaceInPieces(raw, /\r\n?/g, '\n').replaceAll('\u00A0', ' ');
  const lines = stripInvisible(spaced).replace(lineEnds, '');
  const code = trimLines(lines);
  return isLineNumbers(code) ? '' : code;
}

function readLines(pre: Element): readonly (Element | string)[] | undefined {
  const parts: (Element | string)[] = [];
  let code = '';
  /** What was written of the line that is not ended; only whether that is blank counts. */
  let line = '';
  let atLineStart = true;
  let node: ChildNode | null = pre.children[0] ?? null;
  const endLine = (): void => {
    if (!atLineStart) code += '\n';
    atLineStart = true;
    line = '';
  };
  while (node !== null) {
    let first: ChildNode | undefined;
    if (isText(node)) {
      if (node.data !== '') {
        code += node.data;
        atLineStart = node.data.endsWith('\n');
        const end = node.data.lastIndexOf('\n');
        line = end === -1 && line !== '' ? line : node.data.slice(end + 1).trim();
      }
    } else if (isTag(node)) {
      if (pageTags.has(node.name) && !isLineTable(node)) return undefined;
      if (node.name === 'br') {
        code += '\n';
        atLineStart = true;
        line = '';
      } else if (lineTags.has(node.name)) {
        endLine();
      }
      const isApart = apartTags.has(node.name);
      if (node.name === 'img' && (line !== '' || startsWithWords(node.next))) {
        // Within a line it is a sign, as the number of a remark.
        code += node.attribs['alt'] ?? '';
        atLineStart = false;
      } else if (isApart) {
        parts.push(code, node);
        code = '';
        atLineStart = true;
      }
      first = isApart || isBeside(node) ? undefined : node.children[0];
    }
    if (first !== undefined) {
      node = first;
      continue;
    }
    for (;;) {
      if (isTag(node) && lineTags.has(node.name)) endLine();
      else if (isLine(node) && node.next !== null && isLine(node.next)) {
        if (node.children.length === 0) atLineStart = false;
        endLine();
      }
      if (node.next !== null) {
        node = node.next;
        break;
      }
      const parent: AnyNode | null = node.parent;
      if (parent === null || parent === pre || !isTag(parent)) return [...parts, code];
      node = parent;
    }
  }
  return [...parts, code];
}

/** Whether a text goes on with words on the line that it starts on. */
function startsWithWords(node: ChildNode | null): boolean {
  return node !== null && isText(node) && /^[^\S\n]{0,99}\S/.test(node.data);
}

/** Classes of the lines that highlighters display as blocks, by a sheet that is not read. */
const lineClass = /(?:^|\s)(?:(?:code|token|hljs|view|highlight|shiki)-)?line(?:$|\s)/i;
const blockStyle = /(?:^|;)\s{0,9}display\s{0,9}:\s{0,9}(?:block|flex|grid|table-row|list-item)/i;

/** Whether an element is one line of code; the end of a line need not be written between two that touch. */
function isLine(node: AnyNode): node is Element {
  if (!isTag(node) || node.name === 'br' || lineTags.has(node.name)) return false;
  const { class: classes, style } = node.attribs;
  return (
    (classes !== undefined && lineClass.test(classes.slice(0, 400))) ||
    (style !== undefined && blockStyle.test(style.slice(0, 400)))
  );
}

/** Classes of the numbers that highlighters put before each line. */
const numberClass =
  /(?:^|[\s_-])(?:line-?(?:no|nos|num|number|numbers)|ln|ln-num|ln-numbers|gutter|blob-num|lineno|linenos)(?:$|[\s_-])/i;
/** Classes of a table that holds code, a line in each row. */
const codeTableClass = /(?:^|[\s_-])(?:ln|code|highlight|hljs|rouge|line|lines|blob)(?:$|[\s_-])/i;

/** Classes of the cells that hold code beside the numbers of its lines. */
const codeCellClass = /(?:^|\s)(?:code|blob-code|js-file-line|lines-code)(?:\s|$)/i;

/** Whether an element shows code in lines although no `<pre>` is around it: the table of a highlighter, or code with line breaks alone in its block. */
export function holdsCodeLines(element: Element): boolean {
  if (element.name === 'table') return isCodeTable(element);
  if (element.name !== 'code' || !element.children.some(isBreak)) return false;
  const { parent } = element;
  return parent !== null && parent.children.every((node) => node === element || isBlankText(node));
}

const isBreak = (node: ChildNode): boolean => isTag(node) && node.name === 'br';
const isBlankText = (node: ChildNode): boolean => isText(node) && node.data.trim() === '';

/** Whether the first row of a table has the number of a line, and its code. */
function isCodeTable(table: Element): boolean {
  const body = table.children.find(isTag);
  const row = body?.name === 'tr' ? body : body?.children.find(isTag);
  const cells = row?.children.filter(isTag) ?? [];
  const hasCode = cells.some(({ attribs }) => codeCellClass.test(classesOf(attribs)));
  return (
    hasCode && cells.some((cell) => isBeside(cell) || numberClass.test(classesOf(cell.attribs)))
  );
}

function classesOf({ class: classes = '' }: Element['attribs']): string {
  return classes.slice(0, 400);
}

function isLineTable({ name, attribs }: Element): boolean {
  return name === 'table' && codeTableClass.test(attribs['class']?.slice(0, 400) ?? '');
}

/** Whether an element stands beside the code: a button to copy it, the number of a line. */
function isBeside(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'button' || name === 'clipboard-copy') return true;
  if (attribs['role'] === 'button' || attribs['role'] === 'tooltip') return true;
  const isNumber =
    attribs['data-line-number'] !== undefined ||
    numberClass.test(attribs['class']?.slice(0, 400) ?? '') ||
    /user-select\s{0,3}:\s{0,3}none/i.test(attribs['style']?.slice(0, 400) ?? '');
  return isNumber && /^[\s\d]*$/.test(readText(element));
}

/** Elements around a control in which its code is looked for: an item of a bar, the bar, the box of both. */
const maxBoxes = 4;
/** Characters beside the code in its box: a file name, a language, the words on its buttons. */
const maxBesideCode = 120;
/** Nodes in a box, its code left out, that are looked at; a bar has some ten. */
const maxLooked = 60;

/** Whether a button works on the code that it shares a box with, where nothing else is told. */
export function isCodeControl(button: Element): boolean {
  if (button.name !== 'button' || button.attribs['role'] === 'tab') return false;
  let box: AnyNode | null = button.parent;
  for (let step = 0; step < maxBoxes && box !== null && isTag(box); step += 1, box = box.parent) {
    if (pageTags.has(box.name) || box.name === 'body' || box.children.length > maxLooked)
      return false;
    const codes = box.children.filter(isCodeBlock);
    if (codes.length === 1) return tellsLittle(box.children.filter((node) => !isCodeBlock(node)));
    if (codes.length > 1) return false;
  }
  return false;
}

function isCodeBlock(node: ChildNode): boolean {
  return isTag(node) && node.name === 'pre';
}

function tellsLittle(nodes: readonly ChildNode[]): boolean {
  const pending = [...nodes];
  let length = 0;
  for (let looked = 0; looked < maxLooked; looked += 1) {
    const node = pending.pop();
    if (node === undefined) return true;
    if (isText(node)) length += node.data.trim().length;
    if (length > maxBesideCode) return false;
    if (!isTag(node)) continue;
    if (pageTags.has(node.name) || node.children.length > maxLooked) return false;
    for (const child of node.children) pending.push(child);
  }
  return false;
}

/** Drops empty lines at both ends; the first line keeps its indentation. */
function trimLines(lines: string): string {
  let start = 0;
  while (lines.charCodeAt(start) === 0x0a) start += 1;
  return lines.slice(start).trimEnd();
}

/** The table in which a highlighter sets line numbers beside the code, and what it sets the table in. */
const codeTableTags: ReadonlySet<string> = toWordSet('td tr tbody table code pre');

/** Returns the first two elements around code and the table of its lines. */
function listAround(pre: Element): readonly Element[] {
  let node = pre.parent;
  for (let step = 0; step < codeTableTags.size; step += 1) {
    if (node === null || !isTag(node) || !codeTableTags.has(node.name)) break;
    node = node.parent;
  }
  return [node, node?.parent].filter(
    (each): each is Element => each !== null && each !== undefined && isTag(each),
  );
}

/** Returns the language from the `<pre>`, the `<code>` in it, or one of the two elements around it; else `''`. */
function findLanguage(pre: Element): string {
  const child = pre.children.find(isTag);
  const holders = [...(child === undefined ? [pre] : [child, pre]), ...listAround(pre)];
  for (const { name, attribs } of holders) {
    if (name === 'body' || name === 'html') break;
    const spelled =
      name === 'pre' || name === 'code' ? spelledLanguage.exec(attribs['lang'] ?? '') : null;
    const named =
      languageAttributes
        .map((attribute) => attribs[attribute])
        .find((value) => value !== undefined) ?? spelled?.[0];
    const classes = attribs['class']?.slice(0, 400).trim() ?? '';
    const stated =
      namedLanguage.exec(classes) ??
      languageClass.exec(classes) ??
      languageBeforeClass.exec(classes);
    const found = named ?? stated?.[1] ?? '';
    if (languageName.test(found)) return noLanguage.test(found) ? '' : found.toLowerCase();
  }
  return '';
}

const onlyNumbers = /^[\d\s]+$/;

/** Whether a `<pre>` holds only line numbers, which some highlighters put beside the code. */
export function isLineNumbers(code: string): boolean {
  return code.trim().includes('\n') && onlyNumbers.test(code);
}
