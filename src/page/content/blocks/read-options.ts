import { type Element, isTag } from 'domhandler';
import { readText } from '../../text/node-text.ts';
import { addText, type BlockRun } from './block-run.ts';

/** Countries, years, page numbers: past this a list of choices says nothing about the page. */
const maxOptions = 12;

/** The choices of a list as one line: the first of them, and those that are selected. */
export function readOptions(run: BlockRun, list: Element): void {
  let shown = 0;
  let node = list.firstChild;
  while (node !== null) {
    if (isTag(node) && node.name === 'option') {
      if (shown < maxOptions || Object.hasOwn(node.attribs, 'selected')) {
        const text = readText(node);
        if (text !== '') {
          addText(run, shown > 0 ? ` | ${text}` : text, { node }, false);
          shown += 1;
        }
      }
    } else if (isTag(node) && node.name === 'optgroup' && node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    while (node !== null && node.next === null && node.parent !== list) node = node.parent;
    node = node?.next ?? null;
  }
}
