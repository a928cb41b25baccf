import type { Selector } from '../../contracts/recipe/recipe.ts';
import type { Dom } from '../page-script/create-dom.ts';
import type { ItemIdentity } from '../../recipe/run/to-item-keys.ts';
import type { PageScript } from '../page-script/page-script.ts';
import type {
  AlternativeUse,
  FieldFinder,
  FieldInput,
  FieldPlan,
  FieldUse,
} from './create-field-finder.ts';
import type { ItemFinder } from './create-item-finder.ts';
import type { LazyFinder } from './waiting/create-lazy-finder.ts';
import type { ValueReader } from './create-value-reader.ts';

/** The parts of an extract step that the page program needs. */
export interface ReadInput {
  /** `undefined` when the whole page is one item. */
  readonly items: readonly Selector['parts'][] | undefined;
  readonly fields: readonly FieldInput[];
  /** Whether only what people can see is read. */
  readonly onlyVisible: boolean;
  /** Whether to return the HTML of the items. */
  readonly wantsHtml: boolean;
}

export interface ReadItem {
  /** In the order of the fields; `null` where a field was not found. */
  readonly values: readonly (readonly string[] | null)[];
  readonly identity: ItemIdentity;
  /** Present only with `wantsHtml`. */
  readonly html?: string;
}

export interface ReadOutput {
  readonly items: readonly ReadItem[];
  readonly itemUse: AlternativeUse;
  /** Number of elements that the items target matches, without the hidden ones. */
  readonly itemCount: number;
  /** Number of elements that it matches and that are left out because people cannot see them. */
  readonly hiddenCount: number;
  /** Number of elements that it matches and that are left out because they are laid out around items. */
  readonly frameCount: number;
  /** Indexes of fields whose element holds other items. */
  readonly swallowing: readonly number[];
  readonly fieldUses: readonly FieldUse[];
  /** Whether some of it may load only when it comes into view. */
  readonly isLazy: boolean;
  readonly marks?: ReadMarks;
}

/** Marks of the elements that a reading used. */
export interface ReadMarks {
  /** Marks of the first items. */
  readonly items: readonly number[];
  /**
   * For each field, the mark of its first element and of the item around it, if any; `null` where the field was not
   * found.
   */
  readonly fields: readonly ({ readonly mark: number; readonly item?: number } | null)[];
}

/** Reads the items of a page. */
export interface ItemReader {
  read(input: ReadInput, wantsMarks: boolean): ReadOutput;
  /** Returns what waits to come into view of what the step reads, in document order. */
  waiting(input: ReadInput): readonly Element[];
}

/** Part of the page script: uses nothing from module scope. */
export function createItemReader(
  dom: Dom,
  itemFinder: ItemFinder,
  fieldFinder: FieldFinder,
  values: ValueReader,
  lazy: LazyFinder,
  script: PageScript,
): ItemReader {
  /** Items that are marked; enough to check whether a selector works for all items. */
  const maxMarked = 20;
  /** Most items of one page; a list that people read has fewer. */
  const maxItems = 10_000;
  /** Most values of one list field. */
  const maxListed = 1_000;
  /** Most characters of all values of a page together. */
  const maxTotal = 8_000_000;
  /** Reads the items, and adds what waits to come into view to `waiting`. */
  function readItems(
    input: ReadInput,
    wantsMarks: boolean,
    waiting: Set<Element>,
  ): Omit<ReadOutput, 'isLazy'> {
    const { found, use, hiddenCount, frameCount, swallowing } = itemFinder.find(input);
    const elements = found.slice(0, maxItems);
    const plans = input.fields.map((field) => fieldFinder.plan(field, elements));
    const hidden = input.fields.map(() => 0);
    let total = 0;

    function readField(field: FieldInput, index: number, element: Element): readonly string[] {
      const own = fieldFinder.pick(field, element);
      if (own.length === 0 && fieldFinder.isHidden(field, element)) {
        hidden[index] = (hidden[index] ?? 0) + 1;
      }
      const picked = own.length > 0 ? own : (plans[index]?.common ?? []);
      const texts: string[] = [];
      for (const hit of field.isList ? picked.slice(0, maxListed) : picked) {
        if (lazy.isWaiting(hit, values.attributeOf(hit, field.attribute, field.type))) {
          waiting.add(hit);
        }
        const value = values.read(hit, field.attribute, field.type);
        if (value === undefined) continue;
        total += value.length;
        if (total > maxTotal) break;
        texts.push(value);
        if (!field.isList) break;
      }
      return texts;
    }

    const items = elements.map((element): ReadItem => {
      const texts = input.fields.map((field, index) => readField(field, index, element));
      if (texts.some(isWithoutValue)) {
        const isPlaceholder = input.items !== undefined && lazy.isEmpty(element);
        for (const part of isPlaceholder ? [element] : lazy.waitingIn(element)) waiting.add(part);
      }
      const fields = texts.map((said) => (said.length === 0 ? null : said));
      const identity =
        input.items === undefined ? identifyPage(fields, element) : identify(element, fields);
      if (!input.wantsHtml || total > maxTotal) return { values: fields, identity };
      const html = element.outerHTML;
      total += html.length;
      return { values: fields, identity, html };
    });
    return {
      items,
      itemUse: use,
      itemCount: found.length,
      hiddenCount,
      frameCount,
      swallowing,
      fieldUses: plans.map(({ use, common, owner, rivals }, index) => ({
        ...use,
        home: owner !== undefined ? 'inside' : common.length > 0 ? 'outside' : undefined,
        rivals,
        hidden: hidden[index] ?? 0,
      })),
      ...(wantsMarks ? { marks: mark(input, elements, plans) } : {}),
    };
  }

  /** Whether the element has a box to scroll to. */
  function isShown(element: Element): boolean {
    return element.getClientRects().length > 0;
  }

  function isWithoutValue(texts: readonly string[]): boolean {
    return texts.every((text) => text.trim() === '');
  }

  function mark(
    { items, fields }: ReadInput,
    elements: readonly Element[],
    plans: readonly FieldPlan[],
  ): ReadMarks {
    return {
      items: items === undefined ? [] : elements.slice(0, maxMarked).map(script.markOf),
      fields: fields.map((field, index) => {
        const { owner, common } = plans[index] ?? {};
        const [found] = owner === undefined ? (common ?? []) : fieldFinder.pick(field, owner);
        if (found === undefined) return null;
        const isIn = owner !== undefined && items !== undefined;
        return { mark: script.markOf(found), ...(isIn ? { item: script.markOf(owner) } : {}) };
      }),
    };
  }

  function identify(element: Element, fields: readonly (readonly string[] | null)[]): ItemIdentity {
    const link = element.matches('a[href]') ? element : element.querySelector('a[href]');
    const raw = link === null ? '' : dom.attribute(link, 'href').trim();
    const href = isOwnPlace(raw) ? '' : toUrl(raw);
    const id = element.id || dom.attribute(element, 'data-id');
    // Reading an item's whole text costs as much as its fields: done only for items with neither link nor id.
    const isKnown = fields.length > 0 && (href !== '' || id !== '');
    return { id, href, text: dom.hash(isKnown ? JSON.stringify(fields) : values.text(element)) };
  }

  /** Returns a hash of the values that were read: the rest of the page (dates, advertisements) changes on its own. */
  function identifyPage(
    fields: readonly (readonly string[] | null)[],
    element: Element,
  ): ItemIdentity {
    const said = fields.length === 0 ? values.text(element) : JSON.stringify(fields);
    return { id: '', href: '', text: dom.hash(said) };
  }

  /** Whether a link stays on the page (`#`, `javascript:`): such links identify no item. */
  function isOwnPlace(href: string): boolean {
    return href === '' || href.startsWith('#') || /^javascript:/i.test(href);
  }

  function toUrl(href: string): string {
    try {
      return new URL(href, document.baseURI).href;
    } catch {
      return href;
    }
  }

  return {
    read(input, wantsMarks) {
      const waiting = new Set<Element>();
      const output = readItems(input, wantsMarks, waiting);
      // A list may be rendered as a whole when its place comes into view.
      const mayCome = output.items.length === 0 && input.fields.length > 0;
      return { ...output, isLazy: mayCome || [...waiting].some(isShown) };
    },
    waiting(input) {
      const waiting = new Set<Element>();
      const { items } = readItems(input, false, waiting);
      const parts = items.length === 0 ? lazy.waitingIn(document.documentElement) : [...waiting];
      return parts.filter(isShown);
    },
  };
}
