import type { FieldType, JsonSchema, SelectField } from '../extractor.ts';
import type { RecipeFingerprints } from './fingerprint.ts';

/**
 * A recipe after parsing: a user flow of Chrome's Recorder, its steps and custom steps each in a type of its own.
 * Source of the base format: the types of the npm package `@puppeteer/replay`.
 */
export interface Recipe {
  readonly title: string;
  /** Longest time in milliseconds for each step without a time-out of its own. */
  readonly timeoutMs: number;
  readonly variables: readonly RecipeVariable[];
  readonly steps: readonly RecipeStep[];
  /** What the last good run learnt; `undefined` where the file has no such member. */
  readonly fingerprints: RecipeFingerprints | undefined;
  /** What of the file was left out or is taken otherwise than written: sentences for people, which name the step. */
  readonly warnings: readonly string[];
}

/** A name that stands as `{{name}}` in strings of the recipe. */
export interface RecipeVariable {
  readonly name: string;
  /** `undefined`: each run must give a value. */
  readonly defaultValue: string | undefined;
  /** Whether its value is left out of items, warnings, errors and fingerprints, also where a page repeats it. */
  readonly isSecret: boolean;
}

/** How a selector finds its element. `css` stays outside of shadow roots, `pierce` enters the open ones. */
export type SelectorKind = 'css' | 'pierce' | 'aria' | 'text' | 'xpath';

/**
 * One part of a selector. It is searched inside the element of the part before it, or in that element's shadow root; the
 * last part `nth` keeps one of the matches, counted from 1.
 */
export interface SelectorPart {
  readonly kind: SelectorKind | 'nth';
  /** CSS, XPath, text, the accessible name, or the number of the match. */
  readonly value: string;
  /** The ARIA role, for `aria` only: `button` in `aria/Name[role="button"]`. */
  readonly role?: string;
}

/** A chain of parts through shadow roots; most selectors have one part. */
export interface Selector {
  /** As it stands in the recipe, in reports and in the findings for `applyHealing`. */
  readonly source: string | readonly string[];
  readonly parts: readonly SelectorPart[];
}

/** An element that a recipe searches on a page, by alternative selectors in order of preference. */
export interface Target {
  /** Where its selectors stand in the recipe, as a JSON Pointer: `/steps/3/selectors`, `/steps/4/parameters/fields/price/selectors`. Its key in fingerprints and in reports. */
  readonly path: string;
  readonly selectors: readonly [Selector, ...Selector[]];
}

/** The members that every step has. */
export interface StepBase {
  /** JSON Pointer to the step: `/steps/3`, `/steps/5/parameters/steps/0`. */
  readonly path: string;
  /** Milliseconds; `undefined`: the recipe's. */
  readonly timeoutMs: number | undefined;
  /** `main`, or the URL of the tab, popup or frame target that was recorded. */
  readonly target: string;
  /** Indexes of nested frames, outermost first; empty in the page itself. */
  readonly frame: readonly number[];
  /** Navigations that the action caused when it was recorded. */
  readonly navigations: readonly AssertedNavigation[];
  /** The answer to the dialogs that the step raises; `undefined`: they are dismissed with a warning. */
  readonly dialog: DialogAnswer | undefined;
  /** HTTP statuses that the page may have which the step loads; `undefined`: any below 400. */
  readonly expectStatus: readonly number[] | undefined;
  /** Whether the step is left out, with a warning, where its element, frame or popup is not there. */
  readonly isOptional: boolean;
}

/** How a dialog of a page is answered; `text` is typed into a prompt, and accepts any other dialog. */
export type DialogAnswer = 'accept' | 'dismiss' | { readonly text: string };

/** The URL and the title that the page had after a recorded navigation; `undefined` where the recording has none. */
export interface AssertedNavigation {
  readonly url: string | undefined;
  readonly title: string | undefined;
}

/** The button that a click presses. */
export type PointerButton = 'left' | 'middle' | 'right' | 'back' | 'forward';

/** A place in an element: CSS pixels from the top left of its content box. */
export interface Offset {
  readonly x: number;
  readonly y: number;
}

/** Clicks an element, where `offset` says; `undefined` is its middle. */
export interface ClickStep extends StepBase {
  readonly type: 'click' | 'doubleClick';
  readonly element: Target;
  readonly offset: Offset | undefined;
  readonly button: PointerButton;
  readonly deviceType: 'mouse' | 'pen' | 'touch';
  /** Milliseconds between pressing and releasing. */
  readonly holdMs: number | undefined;
}

/** Moves the pointer over an element. */
export interface HoverStep extends StepBase {
  readonly type: 'hover';
  readonly element: Target;
}

/** Sets the value of a form control; `value` is text, also for selects, checkboxes and radio buttons. */
export interface ChangeStep extends StepBase {
  readonly type: 'change';
  readonly element: Target;
  readonly value: string;
  /** Names of the variables that the value is made of. */
  readonly variables: readonly string[];
}

/** Presses or releases a key, named as in `KeyboardEvent.key`. */
export interface KeyStep extends StepBase {
  readonly type: 'keyDown' | 'keyUp';
  readonly key: string;
}

/** Opens an absolute URL. */
export interface NavigateStep extends StepBase {
  readonly type: 'navigate';
  readonly url: string;
}

/** Scrolls the page or an element. */
export interface ScrollStep extends StepBase {
  readonly type: 'scroll';
  /** `undefined`: the page itself. */
  readonly element: Target | undefined;
  /** Absolute positions in CSS pixels; without any, the element is brought into view. */
  readonly x: number | undefined;
  readonly y: number | undefined;
  /** Whether it is scrolled down until nothing more is loaded, whatever `x` and `y` say. */
  readonly isToEnd: boolean;
}

/** Drags with the mouse from a place of an element to another place; without an offset it is the middle. */
export interface DragStep extends StepBase {
  readonly type: 'drag';
  readonly element: Target;
  readonly offset: Offset | undefined;
  /** `undefined`: the same element. */
  readonly to: Target | undefined;
  readonly toOffset: Offset | undefined;
}

/** Sets the size of the page in CSS pixels, and the device that it is shown on. */
export interface SetViewportStep extends StepBase {
  readonly type: 'setViewport';
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor: number;
  readonly isMobile: boolean;
  readonly hasTouch: boolean;
  readonly isLandscape: boolean;
}

/** Slows the network down: rates in bytes per second, as in Chrome's protocol; both rates 0 is offline. */
export interface EmulateNetworkStep extends StepBase {
  readonly type: 'emulateNetworkConditions';
  readonly download: number;
  readonly upload: number;
  readonly latencyMs: number;
}

/** Waits until the number of matching elements compares to `count` as `operator` says. */
export interface WaitForElementStep extends StepBase {
  readonly type: 'waitForElement';
  readonly element: Target;
  readonly operator: '>=' | '==' | '<=';
  readonly count: number;
  /** `true`: only visible elements count; `false`: the whole condition is negated; `undefined`: presence is enough. */
  readonly visible: boolean | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Waits until a JavaScript expression of the recipe is true in the page; refused unless `allowExpressions` is set. */
export interface WaitForExpressionStep extends StepBase {
  readonly type: 'waitForExpression';
  readonly expression: string;
}

/** Chooses files for a file field, by their names in the embedder's folder of uploads. */
export interface UploadStep extends StepBase {
  readonly type: 'upload';
  /** The field, or what a person clicks or drops files on. */
  readonly element: Target;
  readonly files: readonly string[];
}

/** Keeps a picture of an element, the window or the whole page in the embedder's folder of downloads. */
export interface ScreenshotStep extends StepBase {
  readonly type: 'screenshot';
  /** What it shows; a part of the file's name. */
  readonly name: string;
  /** `undefined`: the page. */
  readonly element: Target | undefined;
  readonly isFullPage: boolean;
}

/**
 * Waits for what the step before it set off: until no request is open (`network`), or until what is shown differs from
 * before that step and has come to rest (`change`).
 */
export interface WaitStep extends StepBase {
  readonly type: 'wait';
  readonly for: 'network' | 'change';
  /** What must change; `undefined`: the page. */
  readonly element: Target | undefined;
}

/** Closes the tab. */
export interface CloseStep extends StepBase {
  readonly type: 'close';
}

/** What a field of a recipe is: a text of this type, or a picture, whose value is the name of its file. */
export type RecipeFieldType = FieldType | 'screenshot';

/** One value of each item. */
export interface RecipeField extends Pick<
  SelectField,
  'name' | 'attribute' | 'isList' | 'isOptional'
> {
  readonly element: Target;
  readonly type: RecipeFieldType;
}

/** Collects the items of a page, either by `fields` or by `prompt`, which the extractor answers. */
export interface ExtractStep extends StepBase {
  readonly type: 'extract';
  /** The repeated element; `undefined`: the page is one item. */
  readonly items: Target | undefined;
  readonly fields: readonly RecipeField[];
  readonly prompt: string | undefined;
  /** Whether items and texts that people cannot see are left out. */
  readonly onlyVisible: boolean;
  /** The page of each item that is read too; `undefined`: none. */
  readonly follow: Follow | undefined;
  /** JSON Schema of an item; items that do not fit are left out with a warning. */
  readonly schema: JsonSchema | undefined;
}

/** Opens the link of each item in a tab of its own, and adds the fields of its page to the item. */
export interface Follow {
  /** The element in the item that names the page. */
  readonly link: Target;
  /**
   * What is done on the page. Its extract steps have `fields` and no `items`, and none of them stands in a loop: the page
   * is one item. No name of a field is one of the item's own, or used twice.
   */
  readonly steps: readonly RecipeStep[];
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
  /** Most pages of the pagination, the first included; `undefined`: as many as the run may extract. */
  readonly maxPages: number | undefined;
  /** An element that ends the pagination where it appears. */
  readonly until: Target | undefined;
}

/** Runs its steps again and again: `times` times, as long as `while` exists, or both. */
export interface RepeatStep extends StepBase {
  readonly type: 'repeat';
  readonly steps: readonly RecipeStep[];
  readonly times: number | undefined;
  /** The loop ends when this element does not exist. */
  readonly while: Target | undefined;
  /**
   * Returns the loop as it is in a round, counted from 1, with that number in place of `{{index}}`; `undefined` where all
   * rounds are alike, and before variables are bound.
   */
  readonly inRound: ((index: number) => RepeatStep) | undefined;
}

/** Any step of a recipe; `type` says which. */
export type RecipeStep =
  | ClickStep
  | HoverStep
  | ChangeStep
  | KeyStep
  | NavigateStep
  | ScrollStep
  | DragStep
  | UploadStep
  | ScreenshotStep
  | SetViewportStep
  | EmulateNetworkStep
  | WaitForElementStep
  | WaitForExpressionStep
  | WaitStep
  | CloseStep
  | ExtractStep
  | PaginateStep
  | RepeatStep;
