import { LinkedElement } from '../tree/linked-tree.ts';
import type { WonStyle } from './judge-style.ts';
import { type Color, maxFaint, toColor } from './values/style-colors.ts';
import { isWord } from './values/style-values.ts';

/** Something else than the stated colours may be behind the text. */
type Ground = Color | 'unknown';

export interface GroundFinderOptions {
  readonly resolve: (element: LinkedElement) => WonStyle;
  /** Whether the page loads style sheets that are not read: what has a class or an id may have another ground. */
  readonly hasOtherSheets: boolean;
}

/** Finds the colour behind the text of elements. */
export class GroundFinder {
  readonly #known = new Map<LinkedElement, Ground>();
  readonly #options: GroundFinderOptions;

  constructor(options: GroundFinderOptions) {
    this.#options = options;
  }

  /**
   * Returns the background colour of the element itself or of the nearest element around it that states one; `undefined`
   * where none does, or where a picture or something that the page does not state may be behind the text.
   */
  find(element: LinkedElement, style: WonStyle): Color | undefined {
    const path: LinkedElement[] = [];
    let ground: Ground | undefined;
    let node: unknown = element;
    for (; node instanceof LinkedElement && ground === undefined; node = node.parent) {
      ground = this.#known.get(node);
      if (ground !== undefined) break;
      path.push(node);
      ground = this.#judge(node, node === element ? style : this.#options.resolve(node));
    }
    for (const passed of path) this.#known.set(passed, ground ?? 'unknown');
    return ground === 'unknown' ? undefined : ground;
  }

  /** Returns what an element puts behind its text; `undefined` where that is what is around it. */
  #judge(element: LinkedElement, style: WonStyle): Ground | undefined {
    const image = style.get('background-image');
    if (image !== undefined && !isWord(image, 'none', 'initial', 'unset')) return 'unknown';
    const color = toColor(style.get('background-color')?.[0]);
    if (color !== undefined && color.alpha > maxFaint)
      return color.alpha > 0.95 ? color : 'unknown';
    if (style.has('background-color') && color === undefined) return 'unknown';
    const { name, attribs } = element;
    if (name === 'body' || name === 'html') return undefined;
    if (this.#options.hasOtherSheets && (attribs['class'] ?? attribs['id']) !== undefined)
      return 'unknown';
    const position = style.get('position');
    if (position !== undefined && !isWord(position, 'static', 'relative')) return 'unknown';
    for (const attribute in attribs) if (lazyGround.test(attribute)) return 'unknown';
    return followsMedia(element) ? 'unknown' : undefined;
  }
}

/** Attributes from which scripts take a background. */
const lazyGround = /^data-(?:.*-)?(?:bg|background|image|parallax|src)/;
const media: ReadonlySet<string> = new Set(
  'img picture video canvas svg iframe object embed'.split(' '),
);
/** Siblings before an element, and first children of each, that are looked at. */
const maxLooks = 10;

/** Whether a picture stands just before an element, which may lie on it. */
function followsMedia({ prev }: LinkedElement): boolean {
  let node = prev;
  for (let looks = 0; node !== null && looks < maxLooks; looks += 1, node = node.prev) {
    let inner: unknown = node;
    for (let depth = 0; inner instanceof LinkedElement && depth < maxLooks; depth += 1) {
      if (media.has(inner.name)) return true;
      inner = inner.head;
      while (inner !== null && !(inner instanceof LinkedElement))
        inner = (inner as { next: unknown }).next;
    }
  }
  return false;
}
