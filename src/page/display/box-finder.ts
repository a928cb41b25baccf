import { Text } from 'domhandler';
import { type ElementVisitor, LinkedElement } from '../parse/linked-tree.ts';
import type { PageStyles } from '../hidden/page-styles.ts';
import type { RuleIndex } from '../hidden/selectors/rule-index.ts';
import { isWord } from '../hidden/values/style-values.ts';
import { isBlockTag } from '../tree/node-text.ts';

const stated = /display\s*:/i;

/**
 * Adds an element of a line that the page displays as a box of its own (`display: block`, the children of a flex box) and that touches
 * what stands beside it: what is in a box is a word of its own.
 */
export function createBoxFinder(styles: PageStyles, boxes: Set<LinkedElement>): ElementVisitor {
  const finder = new BoxFinder(styles);
  return (element) => {
    if (!isBlockTag(element.name) && touches(element) && finder.isBox(element)) boxes.add(element);
  };
}

class BoxFinder {
  readonly #styles: PageStyles;
  #known: RuleIndex | undefined;
  #lastHolder: LinkedElement | undefined;
  #holdsBoxes = false;

  constructor(styles: PageStyles) {
    this.#styles = styles;
  }

  /** Made for the first element that touches another: a page may have none, and thousands of rules. */
  get #index(): RuleIndex {
    return (this.#known ??= this.#styles.createIndex(this.#styles.listBoxRules()));
  }

  isBox(element: LinkedElement): boolean {
    const { parent } = element;
    if (parent instanceof LinkedElement && parent !== this.#lastHolder) {
      this.#lastHolder = parent;
      this.#holdsBoxes = this.#displays(parent, 'flex', 'inline-flex', 'grid', 'inline-grid');
    }
    const isItem = parent === this.#lastHolder && this.#holdsBoxes;
    return isItem || this.#displays(element, 'block', 'flow-root', 'list-item', 'flex', 'grid');
  }

  #displays(element: LinkedElement, ...words: readonly string[]): boolean {
    const mayState =
      (element.isSignificant && stated.test(element.attribs['style'] ?? '')) ||
      this.#index
        .listFor(element)
        .some((list) => list.some((selector) => selector.matches(element) === true));
    const style = mayState ? this.#styles.getResolver('plain').resolve(element) : undefined;
    return isWord(style?.get('display'), ...words);
  }
}

/** Whether no white space parts an element from what is before or behind it. */
function touches({ prev, next }: LinkedElement): boolean {
  const isBefore =
    prev instanceof Text
      ? /\S/.test(prev.data.slice(-1))
      : prev instanceof LinkedElement && !isBlockTag(prev.name);
  return (
    isBefore ||
    (next instanceof Text
      ? /\S/.test(next.data.slice(0, 1))
      : next instanceof LinkedElement && !isBlockTag(next.name))
  );
}
