import type { MatchCounts, ProposedSelector } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { FieldColumn, ListDraft, PaginateParameters, Row } from '../picking/list-draft.ts';
import type { FieldType } from '../../runtime/contracts/extractor.ts';

/** The list that a person has pointed at, and what a run would read of it. Texts come from the page: show them as text. */
export interface StudioTable {
  /** The tab whose page it was read from. */
  readonly tab: string;
  readonly url: string;
  /** Kinds of blocks, selectors and fields. */
  readonly draft: ListDraft;
  /** What the page gives now, at most 200 rows. */
  readonly rows: readonly Row[];
  /** All rows that there are. */
  readonly rowCount: number;
  readonly columns: readonly FieldColumn[];
  readonly counts: MatchCounts;
  /** Where the blocks stand, those in and near the window, at most 500. */
  readonly boxes: readonly StudioBox[];
  readonly pagination: StudioPagination | undefined;
  /** Whether `POST …/api/session/table/keep` writes the pagination that was found, too. */
  readonly isPaginated: boolean;
}

/** Where an element stands, in CSS pixels from the top left of the window as it was scrolled at `scrollX`, `scrollY`. */
export interface StudioBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scrollX: number;
  readonly scrollY: number;
  /** Index in `draft.kinds`; `undefined` for a single element. */
  readonly kind: number | undefined;
}

/** How far the search for the way on has come. */
export type StudioPagination =
  | { readonly state: 'searching' }
  /** Tried once: `rows` of the second page, at most 200. */
  | {
      readonly state: 'found';
      readonly parameters: PaginateParameters;
      /** A sentence that says why. */
      readonly reason: string;
      readonly rows: readonly Row[];
      readonly rowCount: number;
    }
  /** No way on, or none that brought further rows, and why as a sentence. */
  | { readonly state: 'none'; readonly reason: string }
  /** `missing`: the variables that the steps of the draft need values of; give them, and it is tried. */
  | {
      readonly state: 'failed';
      readonly message: string;
      readonly missing?: readonly string[] | undefined;
    };

/** Body of `POST …/api/session/table/pagination`. */
export interface FindStudioPagination {
  /** Values of the draft's variables; those with a default may be left out. Never kept. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** The draft's `id` that the values were given for; refused with `conflict` where another recipe is open. @default not asked */
  readonly draft?: string | undefined;
}

/** Body of `POST …/api/session/pick`; positions are CSS pixels of the frame. */
export type StudioPick =
  /** The list around an element; `choice` 1 is the next likely one. */
  | {
      readonly as: 'list';
      readonly x: number;
      readonly y: number;
      readonly choice?: number | undefined;
    }
  /** The page as one item. */
  | { readonly as: 'page' };

/** Body of `POST …/api/session/table/edit`. A field is named by its name. */
export type StudioTableEdit =
  | { readonly edit: 'include_kind'; readonly kind: number; readonly included: boolean }
  /** The field that an element in an item is a value of. */
  | { readonly edit: 'add_field'; readonly x: number; readonly y: number }
  | { readonly edit: 'rename_field'; readonly name: string; readonly to: string }
  | { readonly edit: 'retype_field'; readonly name: string; readonly type: FieldType }
  | { readonly edit: 'set_optional'; readonly name: string; readonly optional: boolean }
  | {
      readonly edit: 'set_field_selectors';
      readonly name: string;
      readonly selectors: readonly ProposedSelector[];
    }
  | { readonly edit: 'set_item_selectors'; readonly selectors: readonly ProposedSelector[] }
  | { readonly edit: 'drop_field'; readonly name: string }
  /** Another one of the lists around the element that was pointed at, as `draft.others` counts them. */
  | { readonly edit: 'choose_list'; readonly choice: number }
  /** Leaves the pagination out, or takes it again. */
  | { readonly edit: 'set_pagination'; readonly included: boolean };

/** What stands at a point of the page. */
export interface StudioInspection {
  /** `undefined` where there is no element. */
  readonly element:
    | {
        /** What it is, for people: `button "Show lamps"`. */
        readonly description: string;
        readonly box: StudioBox;
        /** Selectors that lead to it and to it alone, best first, for acting and for reading. */
        readonly selectors: readonly ProposedSelector[];
      }
    | undefined;
}
