import type { Selector } from '../../contracts/recipe.ts';
import type { Dom } from '../page-script/create-dom.ts';
import type { PageText } from '../page-script/create-page-text.ts';
import type { PageScript } from '../page-script/page-script.ts';
import type { Finder } from './create-finder.ts';

export interface ScrollInput {
  /** Mark of the element that scrolls; `undefined` for the page. */
  readonly mark: number | undefined;
  readonly x: number | undefined;
  readonly y: number | undefined;
}

/** A scroll position, in CSS pixels. */
export interface ScrollPosition {
  readonly x: number;
  readonly y: number;
  /** The largest value that `x` can reach. */
  readonly maxX: number;
  readonly maxY: number;
}

/** What prevents a click from reaching an element. */
export interface Obstruction {
  /** Whether another element would receive the click. */
  readonly isCovered: boolean;
  /** Mark of the button that closes the covering notice or dialog; `undefined` when there is none. */
  readonly closer: number | undefined;
  readonly box: string;
}

/** Scrolls pages and elements, and stops endless animations. */
export interface Mover {
  scroll(input: ScrollInput): ScrollPosition;
  /** Scrolls the list by one step of .8 of its visible height, or up by some pixels. */
  scrollList(input: {
    readonly items: readonly Selector['parts'][];
    readonly up: number;
  }): ScrollPosition;
  clear(mark: number): Obstruction | undefined;
}

/** Part of the page script: uses nothing from module scope. */
export function createMover(dom: Dom, text: PageText, finder: Finder, script: PageScript): Mover {
  /** Share of the visible height that one step scrolls; the rest overlaps, so that no row is skipped. */
  const stepShare = 0.8;
  const isNotice =
    /cookie|consent|privacy|gdpr|cmp|datenschutz|einwillig|confidentialit|privacidad/i;
  const accepts =
    /^(?:(?:i )?(?:accept|agree|allow)(?: (?:all|cookies|all cookies|and (?:close|continue)))?|got it!?|ok(?:ay)?|understood|continue|alle(?:s)? (?:akzeptieren|zulassen|annehmen)|(?:alle )?akzeptieren|zustimmen|einverstanden|(?:tout )?accepter(?: tout)?|j['’]accepte|aceptar(?: todo| todas)?|acepto|accetta(?: tutto| tutti)?|accetto|aceitar(?: todos| tudo)?|(?:alles )?accepteren|akkoord|zaakceptuj(?: wszystkie)?|zgadzam się|godkänn(?: alla)?|acceptér(?: alle)?|hyväksy(?: kaikki)?|принять(?: все)?|同意する|同意|接受|全部接受)$/i;
  const closes =
    /^(?:close|dismiss|no,? thanks|not now|maybe later|skip|schlie(?:ß|ss)en|nein,? danke|fermer|cerrar|chiudi|fechar|sluiten|zamknij|[×✕✖x])(?: (?:dialog|popup|banner|window|modal))?$/i;

  function position(element: Element | undefined): ScrollPosition {
    const at = element ?? document.scrollingElement ?? document.documentElement;
    return {
      x: Math.round(at.scrollLeft),
      y: Math.round(at.scrollTop),
      maxX: Math.max(0, at.scrollWidth - at.clientWidth),
      maxY: Math.max(0, at.scrollHeight - at.clientHeight),
    };
  }

  /**
   * Returns the element that scrolls the list: the nearest ancestor of its items whose content is taller than its
   * box.
   */
  function containerOf(items: readonly Selector['parts'][]): Element | undefined {
    const first = items
      .map((parts) => finder.find(parts, document)[0])
      .find((element) => element !== undefined);
    let above = first === undefined ? undefined : dom.parent(first);
    while (above !== undefined && above !== document.body && above !== document.documentElement) {
      const { overflowY } = getComputedStyle(above);
      if (
        /^(?:auto|scroll|overlay)$/.test(overflowY) &&
        above.scrollHeight > above.clientHeight + 1
      ) {
        return above;
      }
      above = dom.parent(above);
    }
    return undefined;
  }

  /** Scrolls without animation: smooth scrolling takes seconds. */
  function scrollTo(element: Element | undefined, left: number, top: number): void {
    (element ?? window).scrollTo({ left, top, behavior: 'instant' });
  }

  function nameOf(element: Element): string {
    const said = dom.attribute(element, 'aria-label') || text.read(element);
    const own = element instanceof HTMLInputElement ? element.value : '';
    return (said || own || dom.attribute(element, 'title')).trim();
  }

  /** Returns the notice or dialog that contains the element, if any. */
  function layerOf(element: Element): Element | undefined {
    let above: Element | undefined = element;
    let layer: Element | undefined;
    while (above !== undefined && above !== document.body) {
      const { position } = getComputedStyle(above);
      const role = dom.attribute(above, 'role');
      const isDialog = /^(?:dialog|alertdialog)$/.test(role) || dom.tag(above) === 'dialog';
      if (isDialog || position === 'fixed' || position === 'sticky') layer = above;
      above = dom.parent(above);
    }
    return layer;
  }

  function closerOf(layer: Element): Element | undefined {
    const buttons = [layer, ...dom.walk(layer, 5_000)].filter(
      (element) =>
        element.matches('button, a, input[type=button], input[type=submit], [role=button]') &&
        text.isVisible(element),
    );
    const said = `${layer.id} ${dom.attribute(layer, 'class')} ${text.read(layer)}`;
    const wanted = isNotice.test(said) ? [accepts, closes] : [closes];
    for (const pattern of wanted) {
      const found = buttons.find((button) => pattern.test(nameOf(button)));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Stops endless animations on and around an element: clicks wait until the element no longer moves. */
  function stopEndlessMotion(element: Element): void {
    let above: Element | undefined = element;
    while (above !== undefined) {
      for (const animation of above.getAnimations()) {
        if (animation.effect?.getComputedTiming().iterations === Infinity) animation.pause();
      }
      above = dom.parent(above);
    }
  }

  function topAt(x: number, y: number): Element | undefined {
    let top = document.elementFromPoint(x, y) ?? undefined;
    for (let depth = 0; top !== undefined && depth < 10; depth += 1) {
      const inner: Element | undefined = dom.shadowRoot(top)?.elementFromPoint(x, y) ?? undefined;
      if (inner === undefined || inner === top) break;
      top = inner;
    }
    return top;
  }

  return {
    scroll({ mark, x, y }) {
      const element = mark === undefined ? undefined : script.elementOf(mark);
      if (element !== undefined && x === undefined && y === undefined) {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
      } else {
        const before = position(element);
        scrollTo(element, x ?? before.x, y ?? before.y);
      }
      return position(element);
    },
    scrollList({ items, up }) {
      const container = containerOf(items);
      const seen = container?.clientHeight ?? window.innerHeight;
      const before = position(container);
      scrollTo(container, before.x, before.y + (up > 0 ? -up : Math.ceil(seen * stepShare)));
      return position(container);
    },
    clear(mark) {
      const element = script.elementOf(mark);
      if (element === undefined) return undefined;
      stopEndlessMotion(element);
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = topAt(x + width / 2, y + height / 2);
      let above = top;
      while (above !== undefined && above !== element) above = dom.parent(above);
      // A click on the element's own label or wrapper still reaches the element.
      const isCovered =
        top !== undefined && above !== element && !element.contains(top) && !top.contains(element);
      const layer = isCovered ? layerOf(top) : undefined;
      const closer = layer === undefined ? undefined : closerOf(layer);
      return {
        isCovered,
        closer: closer === undefined ? undefined : script.markOf(closer),
        box: [x, y, width, height].map(Math.round).join(' '),
      };
    },
  };
}
