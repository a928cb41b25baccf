import type { JsonSchema } from './extractor.ts';
import type { RecipeFingerprints } from './fingerprint.ts';

/**
 * A recorded run, parsed: a user flow of Chrome's Recorder with our custom steps taken apart.
 * Source of the base format: the types of the npm package `@puppeteer/replay`.
 */
export interface Recipe {
  readonly title: string;
  /** Longest time a step may take that names no time-out of its own, in milliseconds. */
  readonly timeoutMs: number;
  readonly variables: readonly RecipeVariable[];
  readonly steps: readonly RecipeStep[];
  /** What the last good run learnt, where the file carries it. */
  readonly fingerprints: RecipeFingerprints | undefined;
}

/** A name that stands as `{{name}}` in strings of the recipe. */
export interface RecipeVariable {
  readonly name: string;
  /** `undefined`: the run must bring a value. */
  readonly defaultValue: string | undefined;
  /** Its value is shown nowhere, not even where a page repeats it. */
  readonly isSecret: boolean;
}

/** How a selector finds its element. `css` stays outside of shadow roots, `pierce` enters the open ones. */
export type SelectorKind = 'css' | 'pierce' | 'aria' | 'text' | 'xpath';

/** One part of a selector, looked for inside what the part before it found (inside its shadow root, where it has one). */
export interface SelectorPart {
  readonly kind: SelectorKind;
  /** CSS, XPath, text, or the accessible name. */
  readonly value: string;
  /** Only of `aria`: `aria/Name[role="button"]`. */
  readonly role?: string;
}

/** A chain through shadow roots; most have one part. */
export interface Selector {
  /** As it stands in the recipe, in reports and in the findings for `applyHealing`. */
  readonly source: string | readonly string[];
  readonly parts: readonly SelectorPart[];
}

/** Something that a recipe looks for on a page, by alternatives in order of preference. */
export interface Target {
  /** Where its selectors stand in the recipe, as a JSON Pointer: `/steps/3/selectors`, `/steps/4/parameters/fields/price/selectors`. Its key in fingerprints and in reports. */
  readonly path: string;
  readonly selectors: readonly [Selector, ...Selector[]];
}

/** What every step may say. */
export interface StepBase {
  /** JSON Pointer to the step: `/steps/3`, `/steps/5/parameters/steps/0`. */
  readonly path: string;
  /** Milliseconds; `undefined`: the recipe's. */
  readonly timeoutMs: number | undefined;
  /** `main`, or the URL of the tab, popup or frame target that was recorded. */
  readonly target: string;
  /** Indexes of nested frames, outermost first; empty in the page itself. */
  readonly frame: readonly number[];
  /** Navigations that the action brought with it when it was recorded. */
  readonly navigations: readonly AssertedNavigation[];
}

export interface AssertedNavigation {
  readonly url: string | undefined;
  readonly title: string | undefined;
}

export type PointerButton = 'left' | 'middle' | 'right' | 'back' | 'forward';

/** A click where it was recorded: `offset` is in CSS pixels from the element's content box, `undefined` its middle. */
export interface ClickStep extends StepBase {
  readonly type: 'click' | 'doubleClick';
  readonly element: Target;
  readonly offset: { readonly x: number; readonly y: number } | undefined;
  readonly button: PointerButton;
  readonly deviceType: 'mouse' | 'pen' | 'touch';
  /** Milliseconds between pressing and releasing. */
  readonly holdMs: number | undefined;
}

export interface HoverStep extends StepBase {
  readonly type: 'hover';
  readonly element: Target;
}

export interface ChangeStep extends StepBase {
  readonly type: 'change';
  readonly element: Target;
  readonly value: string;
}

export interface KeyStep extends StepBase {
  readonly type: 'keyDown' | 'keyUp';
  readonly key: string;
}

export interface NavigateStep extends StepBase {
  readonly type: 'navigate';
  readonly url: string;
}

export interface ScrollStep extends StepBase {
  readonly type: 'scroll';
  /** `undefined`: the page itself. */
  readonly element: Target | undefined;
  /** Absolute positions in CSS pixels; without any, the element is brought into view. */
  readonly x: number | undefined;
  readonly y: number | undefined;
}

export interface SetViewportStep extends StepBase {
  readonly type: 'setViewport';
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor: number;
  readonly isMobile: boolean;
  readonly hasTouch: boolean;
  readonly isLandscape: boolean;
}

/** Bytes per second and milliseconds, as Chrome's protocol counts them; both rates 0 is offline. */
export interface EmulateNetworkStep extends StepBase {
  readonly type: 'emulateNetworkConditions';
  readonly download: number;
  readonly upload: number;
  readonly latencyMs: number;
}

export interface WaitForElementStep extends StepBase {
  readonly type: 'waitForElement';
  readonly element: Target;
  readonly operator: '>=' | '==' | '<=';
  readonly count: number;
  /** `false` turns the whole condition round; `undefined` asks for presence only. */
  readonly visible: boolean | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Runs code of the recipe in the page: only where the recipe's owner enabled it. */
export interface WaitForExpressionStep extends StepBase {
  readonly type: 'waitForExpression';
  readonly expression: string;
}

export interface CloseStep extends StepBase {
  readonly type: 'close';
}

export type FieldType = 'string' | 'number' | 'boolean' | 'url' | 'date' | 'html';

/** A value of an item. */
export interface RecipeField {
  readonly name: string;
  readonly element: Target;
  /** Read instead of the element's text. */
  readonly attribute: string | undefined;
  readonly type: FieldType;
  /** All matches, not only the first. */
  readonly isList: boolean;
  /** Missing on a page is no fault. */
  readonly isOptional: boolean;
}

/** Collects the items of a page. Either `fields`, or `prompt` with a schema for the extractor. */
export interface ExtractStep extends StepBase {
  readonly type: 'extract';
  /** The repeated element; `undefined`: the page is one item. */
  readonly items: Target | undefined;
  readonly fields: readonly RecipeField[];
  readonly prompt: string | undefined;
  /** Every item is validated against it. */
  readonly schema: JsonSchema | undefined;
}

/** How the next page is reached. */
export type Pagination =
  | { readonly kind: 'next' | 'loadMore'; readonly element: Target }
  | { readonly kind: 'scroll' }
  /** `{page}` in it is the number of the page; the first further page is 2. */
  | { readonly kind: 'urlTemplate'; readonly template: string };

/** Repeats the extract steps before it on each further page. */
export interface PaginateStep extends StepBase {
  readonly type: 'paginate';
  readonly by: Pagination;
  readonly maxPages: number | undefined;
  /** An element that ends the pagination where it appears. */
  readonly until: Target | undefined;
}

export interface RepeatStep extends StepBase {
  readonly type: 'repeat';
  readonly steps: readonly RecipeStep[];
  readonly times: number | undefined;
  /** Goes on as long as this element exists. */
  readonly while: Target | undefined;
}

export type RecipeStep =
  | ClickStep
  | HoverStep
  | ChangeStep
  | KeyStep
  | NavigateStep
  | ScrollStep
  | SetViewportStep
  | EmulateNetworkStep
  | WaitForElementStep
  | WaitForExpressionStep
  | CloseStep
  | ExtractStep
  | PaginateStep
  | RepeatStep;
