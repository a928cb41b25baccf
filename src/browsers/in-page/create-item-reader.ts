import type { FieldType, Selector } from '../../contracts/recipe.ts';
import type { Dom } from '../page-script/create-dom.ts';
import type { ItemIdentity } from '../../recipe/run/to-item-keys.ts';
import type { PageScript } from '../page-script/page-script.ts';
import type { Finder } from './create-finder.ts';
import type { ValueReader } from './create-value-reader.ts';

/** The parts of an extract step that the page program needs. */
export interface ReadInput {
  /** `undefined` when the whole page is one item. */
  readonly items: readonly Selector['parts'][] | undefined;
  readonly fields: readonly {
    readonly name: string;
    readonly selectors: readonly Selector['parts'][];
    readonly attribute: string | undefined;
    readonly type: FieldType;
    readonly isList: boolean;
  }[];
  /** Whether to return the HTML of the items. */
  readonly wantsHtml: boolean;
}

/** Which alternatives of a target worked on a page. */
export interface AlternativeUse {
  /** Index of the first alternative that matched; -1 when none did. */
  readonly served: number;
  /** Indices of the alternatives that do not match the element that was used. */
  readonly lost: readonly number[];
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
  /** Number of elements that the items target matches. */
  readonly itemCount: number;
  readonly fieldUses: readonly AlternativeUse[];
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

/** Which elements a field is read from. */
interface FieldPlan {
  readonly use: AlternativeUse;
  /** The field's elements outside the items, shared by all items. */
  readonly common: readonly Element[];
  /** The first item that contains the field. */
  readonly owner: Element | undefined;
}

/** Reads the items of a page. */
export interface ItemReader {
  read(input: ReadInput, wantsMarks: boolean): ReadOutput;
}

/** Part of the page script: uses nothing from module scope. */
export function createItemReader(
  dom: Dom,
  finder: Finder,
  values: ValueReader,
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
  type Parts = Selector['parts'];

  function read(input: ReadInput, wantsMarks: boolean): ReadOutput {
    const { found, use } = findItems(input.items);
    const elements = found.slice(0, maxItems);
    const plans = input.fields.map(({ selectors }) => planField(selectors, elements));
    let total = 0;
    const items = elements.map((element) => {
      const fields = input.fields.map((field, index) => {
        const picked = pick(field.selectors, element) ?? plans[index]?.common ?? [];
        const texts: string[] = [];
        for (const hit of field.isList ? picked.slice(0, maxListed) : picked) {
          const value = values.read(hit, field.attribute, field.type);
          if (value === undefined) continue;
          total += value.length;
          if (total > maxTotal) break;
          texts.push(value);
          if (!field.isList) break;
        }
        return texts.length === 0 ? null : texts;
      });
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
      fieldUses: plans.map(({ use }) => use),
      ...(wantsMarks ? { marks: mark(input, elements, plans) } : {}),
    };
  }

  function mark(
    { items, fields }: ReadInput,
    elements: readonly Element[],
    plans: readonly FieldPlan[],
  ): ReadMarks {
    return {
      items: items === undefined ? [] : elements.slice(0, maxMarked).map(script.markOf),
      fields: fields.map(({ selectors }, index) => {
        const { owner, common } = plans[index] ?? {};
        const [found] = owner === undefined ? (common ?? []) : (pick(selectors, owner) ?? []);
        if (found === undefined) return null;
        const isIn = owner !== undefined && items !== undefined;
        return { mark: script.markOf(found), ...(isIn ? { item: script.markOf(owner) } : {}) };
      }),
    };
  }

  function findItems(selectors: readonly Parts[] | undefined): {
    readonly found: readonly Element[];
    readonly use: AlternativeUse;
  } {
    if (selectors === undefined) {
      return { found: [document.documentElement], use: { served: 0, lost: [] } };
    }
    const hits = selectors.map((parts) => finder.find(parts, document));
    const served = hits.findIndex((elements) => elements.length > 0);
    const found = hits[served] ?? [];
    return { found, use: { served, lost: lostOf(hits, found[0]) } };
  }

  function lostOf(
    hits: readonly (readonly Element[])[],
    chosen: Element | undefined,
  ): readonly number[] {
    return hits.flatMap((elements, index) => (elements[0] === chosen && chosen ? [] : [index]));
  }

  /**
   * The first item that has the field decides which alternative is used: trying all alternatives on all items would
   * cost their product. A field that no item contains may be shared by all items outside them, for example a heading.
   */
  function planField(selectors: readonly Parts[], items: readonly Element[]): FieldPlan {
    const owner = items.find((item) => pick(selectors, item) !== undefined);
    const hits = selectors.map((parts) =>
      owner === undefined ? outside(parts, items) : finder.find(parts, owner),
    );
    const served = hits.findIndex((elements) => elements.length > 0);
    const found = hits[served] ?? [];
    return {
      use: { served, lost: lostOf(hits, found[0]) },
      common: owner === undefined ? found : [],
      owner,
    };
  }

  function pick(selectors: readonly Parts[], item: Element): readonly Element[] | undefined {
    for (const parts of selectors) {
      const inside = finder.find(parts, item);
      if (inside.length > 0) return inside;
    }
    return undefined;
  }

  function outside(parts: Parts, items: readonly Element[]): readonly Element[] {
    const all = new Set(items);
    return finder.find(parts, document).filter((element) => {
      let above: Element | undefined = element;
      while (above !== undefined && !all.has(above)) above = dom.parent(above);
      return above === undefined;
    });
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

  return { read };
}
