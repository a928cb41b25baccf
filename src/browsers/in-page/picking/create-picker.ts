import type { RankedSelector } from '../../../contracts/recipe/proposed-selector.ts';
import type { PageScript } from '../../page-script/page-script.ts';
import type { Finder } from '../create-finder.ts';
import type { FieldLister, PickedField } from './create-field-lister.ts';
import type { GroupSelectors } from './create-group-selectors.ts';
import type { BlockKind, KindLister } from './create-kind-lister.ts';
import type { ListPicker } from './create-list-picker.ts';
import type { Outliner } from './create-outliner.ts';
import type { Selector } from '../../../contracts/recipe/recipe.ts';

/** What was pointed at: a place in the window in CSS pixels, a marked element, or the first match of a selector. */
export type PickPoint =
  | { readonly x: number; readonly y: number }
  | { readonly mark: number }
  | { readonly selector: Selector['parts'] };

/** Elements of one kind, by their marks. */
export interface MarkedKind {
  /** Tag and classes, as in a selector. */
  readonly label: string;
  readonly marks: readonly number[];
}

/** A list around the element that was pointed at. */
export interface MarkedList {
  readonly items: readonly number[];
  readonly misses: readonly MarkedKind[];
}

export type PickInput = PickPoint;

/** What was pointed at and the lists around it, the likeliest first. */
export interface PickOutput {
  /** `undefined` where there is no element. */
  readonly mark: number | undefined;
  readonly lists: readonly MarkedList[];
  /** Whether more blocks stand beside one another around the element than one list may have, so that none was looked for. */
  readonly isTooLong: boolean;
}

/** Selectors of items that a person wrote, best first. */
export interface MatchInput {
  readonly selectors: readonly Selector['parts'][];
}

/** What written selectors lead to. */
export interface MatchOutput {
  /** For each selector, the elements that it matches. */
  readonly counts: readonly number[];
  /** What the first selector that matches anything leads to, and the blocks beside that. */
  readonly list: MarkedList;
}

export interface ProposeInput {
  /** Marks of the items; `undefined`: the page is one item. */
  readonly items: readonly number[] | undefined;
  /** Mark of the element whose field is wanted; `undefined`: all fields. */
  readonly field: number | undefined;
}

export interface ProposeOutput {
  /** Selectors of the items; empty for a page, and where none leads to exactly them. */
  readonly items: readonly RankedSelector[];
  readonly fields: readonly PickedField[];
  /** For each field, the last name of the key under which the page's JSON-LD states its values; empty where it does not. */
  readonly keys: readonly string[];
}

/** Answers what is asked about an element that was pointed at. */
export interface Picker {
  pick(input: PickInput): PickOutput;
  match(input: MatchInput): MatchOutput;
  propose(input: ProposeInput): ProposeOutput;
}

/** Part of the page script: uses nothing from module scope. */
export function createPicker(
  finder: Finder,
  lists: ListPicker,
  kinds: KindLister,
  selectors: GroupSelectors,
  fields: FieldLister,
  outliner: Outliner,
  script: PageScript,
): Picker {
  /** Most items of a list. */
  const maxItems = 5_000;
  /** Characters of all JSON-LD of a page, and values of it, that are read. */
  const maxJson = 2_000_000;
  const maxValues = 20_000;

  function elementAt(point: PickPoint): Element | undefined {
    if ('mark' in point) return script.elementOf(point.mark);
    if ('selector' in point) return finder.find(point.selector, document)[0];
    return outliner.at(point);
  }

  function toMarked({ label, elements }: BlockKind): MarkedKind {
    return { label, marks: elements.map(script.markOf) };
  }

  function elementsOf(marks: readonly number[]): readonly Element[] {
    return marks
      .map(script.elementOf)
      .filter((element) => element !== undefined)
      .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  }

  /** A value as JSON-LD and as the page shows it: words alone, or digits alone for amounts. */
  function fold(said: string): string {
    const tidy = said.replace(/\s+/g, ' ').trim().toLowerCase();
    const amount = /^\D{0,4}(\d[\d.,]*\d|\d)\D{0,4}$/.exec(tidy);
    return amount === null ? tidy : (amount[1] ?? '').replace(/,(?=\d{3})/g, '');
  }

  /** The keys of the page's JSON-LD by value. */
  function readKeys(): ReadonlyMap<string, ReadonlySet<string>> {
    const keys = new Map<string, Set<string>>();
    let left = maxJson;
    let count = 0;
    for (const block of document.querySelectorAll('script[type="application/ld+json"]')) {
      const json = block.textContent ?? '';
      left -= json.length;
      if (left < 0) break;
      let parsed: unknown;
      try {
        parsed = JSON.parse(json);
      } catch {
        // Not JSON: the page says nothing here.
        continue;
      }
      const stack: { readonly value: unknown; readonly key: string }[] = [
        { value: parsed, key: '' },
      ];
      for (let next = stack.pop(); next !== undefined && count < maxValues; next = stack.pop()) {
        const { value, key } = next;
        if (typeof value === 'string' || typeof value === 'number') {
          count += 1;
          const said = fold(String(value));
          if (said === '' || key.startsWith('@')) continue;
          const known = keys.get(said);
          if (known === undefined) keys.set(said, new Set([key]));
          else known.add(key);
        } else if (Array.isArray(value)) {
          for (const one of value) stack.push({ value: one, key });
        } else if (typeof value === 'object' && value !== null) {
          for (const [name, one] of Object.entries(value)) stack.push({ value: one, key: name });
        }
      }
    }
    return keys;
  }

  function keyOf(
    { samples, attribute }: PickedField,
    keys: ReadonlyMap<string, ReadonlySet<string>>,
  ): string {
    if (keys.size === 0) return '';
    const votes = new Map<string, number>();
    for (const sample of samples) {
      const isAddress = attribute === 'href' || attribute === 'src';
      const said =
        isAddress && URL.canParse(sample, document.baseURI)
          ? new URL(sample, document.baseURI).href
          : sample;
      for (const key of keys.get(fold(said)) ?? []) votes.set(key, (votes.get(key) ?? 0) + 1);
    }
    const [best] = [...votes].sort(([, a], [, b]) => b - a);
    return best !== undefined && best[1] * 2 > samples.length ? best[0].slice(0, 60) : '';
  }

  return {
    pick(input) {
      const element = elementAt(input);
      if (element === undefined) return { mark: undefined, lists: [], isTooLong: false };
      const found = lists.pick(element);
      return {
        mark: script.markOf(element),
        isTooLong: found === undefined,
        lists: (found ?? []).map(({ items, misses }) => ({
          items: items.map(script.markOf),
          misses: misses.map(toMarked),
        })),
      };
    },
    match({ selectors: written }) {
      const hits = written.map((parts) => finder.find(parts, document));
      const items = (hits.find((found) => found.length > 0) ?? []).slice(0, maxItems);
      return {
        counts: hits.map((found) => found.length),
        list: { items: items.map(script.markOf), misses: kinds.beside(items).map(toMarked) },
      };
    },
    propose({ items, field }) {
      const elements = items === undefined ? [document.documentElement] : elementsOf(items);
      const wanted = field === undefined ? undefined : script.elementOf(field);
      const one = wanted === undefined ? undefined : fields.of(wanted, elements);
      const keys = readKeys();
      const isStated = (said: string): boolean => keys.has(fold(said));
      // Of a page that is one item only what it names is a field: everything else on it is text.
      const all = () => fields.list(elements, items === undefined ? isStated : undefined);
      const found = field === undefined ? all() : one === undefined ? [] : [one];
      return {
        items: items === undefined ? [] : selectors.list(elements),
        fields: found,
        keys: found.map((each) => keyOf(each, keys)),
      };
    },
  };
}
