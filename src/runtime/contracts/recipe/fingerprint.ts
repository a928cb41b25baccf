/** An element as it was when it was last found. It is recognised by this after a redesign. Texts are cut to 200 characters. */
export interface ElementFingerprint {
  /** Lower case. */
  readonly tag: string;
  /** The computed ARIA role, given or implied; empty where there is none. */
  readonly role: string;
  /** The accessible name; empty where there is none. */
  readonly name: string;
  /** Visible text, white space collapsed. */
  readonly text: string;
  /** Text of the label, or of the term or heading cell that belongs to it. */
  readonly label: string;
  readonly id: string;
  readonly classes: readonly string[];
  /** `name`, `type`, `href`, `placeholder`, `title`, `alt`, `aria-label`, `value` (only of radio buttons, checkboxes and submits: never what a person typed), `data-*`, the test id under its own name. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Tags from the root to the element, with and without `:nth-of-type`. */
  readonly tagPath: readonly string[];
  readonly indexedPath: readonly string[];
  readonly parent: {
    readonly tag: string;
    readonly id: string;
    readonly classes: readonly string[];
  };
  /** Texts beside it: siblings and their near relations, nearest first. */
  readonly neighbours: readonly string[];
  /** Text of the row, card or other repeated element around it, which distinguishes one “Edit” from the next. Empty where there is none. */
  readonly row: string;
  /** The nearest heading above it. */
  readonly heading: string;
  /** Roles or tags of the landmarks it stands in, outermost first. */
  readonly landmarks: readonly string[];
  /** CSS pixels, from the top left of the document. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly childCount: number;
  /** Place among the siblings of its tag, from 0. */
  readonly ordinal: number;
  /** Whether it can be clicked, typed into or chosen, and is visible and enabled. */
  readonly isInteractive: boolean;
}

/** What is known of one target of a recipe from the last good run. */
export interface TargetFingerprint {
  readonly element: ElementFingerprint;
  /** The elements of its page that are most like it. None of them may be taken for it. */
  readonly rivals: readonly ElementFingerprint[];
  /** Strong values (`id`, test id, `name`, `href`, label, placeholder, value) that no other element of that page had, by feature. */
  readonly unique: readonly string[];
  /** Where an element to act on was the only control of its kind: its `row`, its `form`, the `page`. */
  readonly onlyIn?: readonly ('row' | 'form' | 'page')[];
  /** Items found on the page, for the target of repeated elements. */
  readonly count?: number;
  /** For a field of repeated items: whether it stands outside of them, its one value being that of all items. Absent in older fingerprints. */
  readonly isShared?: boolean;
}

/** What a recipe's last good run learnt about its targets. Plain JSON, to be kept with the recipe. */
export interface RecipeFingerprints {
  readonly version: 1;
  /** By `Target.path`. */
  readonly targets: Readonly<Record<string, TargetFingerprint>>;
}

/** A selector in the Recorder's syntax: one string, or a chain through shadow roots. */
export type ProposedSelector = string | readonly string[];

/** A selector of a list's items and how many elements it matches. */
export interface RankedSelector {
  readonly selector: string | readonly string[];
  readonly count: number;
}

/** How many elements each alternative of an extract step matches. */
export interface MatchCounts {
  /** By alternative of the items. */
  readonly items: readonly { readonly count: number; readonly hidden: number }[];
  /** By field and alternative. */
  readonly fields: readonly (readonly {
    /** In the first item that people see, else the first one; 0 without any. */
    readonly inItem: number;
    readonly onPage: number;
  }[])[];
}

/** What an item of a page is known by. */
export interface ItemIdentity {
  /** Its `id`, `data-id` or the like; empty where it has none. */
  readonly id: string;
  /** The absolute URL of its first link; empty where it has none. */
  readonly href: string;
  /** All it says: its visible text, or its values joined. */
  readonly text: string;
  /** Its number in the whole list as the page states it (`aria-rowindex`, `aria-posinset`): rows with the same text are others. */
  readonly position?: number;
}
