import type { MatchCounts } from '../../runtime/contracts/recipe/fingerprint.ts';
import type { PaginationCandidates, PaginationQuestion } from './pagination-candidates.ts';
import type { Selector } from '../../runtime/contracts/recipe/recipe.ts';
import type { PageCalls } from './targets.ts';
import type { ReadInput, ReadOutput } from './item-reader.ts';
import type { WaitingParts } from './lazy-parts.ts';
import type { ListMoveInput, ListPosition, ScrollInput, ScrollPosition } from './scrolling.ts';
import type { NoticeWords } from '../notice-words.ts';
import type {
  Choices,
  Control,
  ElementStateInput,
  Hit,
  NearMiss,
  PageState,
  PagerInput,
  PagerState,
  StateInput,
  readState,
} from './element-state.ts';
import type { ConsentView, Obstruction } from './notice-finder.ts';
import type { Outline, OutlineInput } from './picking/outline.ts';
import type {
  MatchInput,
  MatchOutput,
  PickInput,
  PickOutput,
  ProposeInput,
  ProposeOutput,
} from './picking/picker.ts';

/** What to read from a page: the items of extract steps, and the control that leads to the next page. */
export interface PageQuestion {
  readonly steps: readonly ReadInput[];
  /** Whether to return the marks of the elements. */
  readonly wantsMarks: boolean;
  readonly pager: PagerInput | undefined;
}

export interface PageReadings {
  readonly steps: readonly ReadOutput[];
  readonly pager: PagerState | undefined;
  readonly url: string;
  /** BCP 47 tag as the page states it; empty when it states none. */
  readonly language: string;
  /** Whether the document and its resources have loaded. */
  readonly isLoaded: boolean;
  /** Seconds after which the page goes on to another address by itself, as its `refresh` says; `undefined` where it stays. */
  readonly leavesAfter: number | undefined;
}

/** Input and result of each operation that can be called in a page; both are plain JSON. */
export interface PageOperations extends HealingOperations {
  read(input: PageQuestion): PageReadings;
  count(input: ReadInput): MatchCounts;
  waiting(input: { readonly steps: readonly ReadInput[] }): WaitingParts;
  look(input: { readonly selectors: readonly Selector['parts'][] }): readonly Hit[];
  nearMisses(input: { readonly selectors: readonly Selector['parts'][] }): readonly NearMiss[];
  control(input: { readonly mark: number }): Control | null;
  choices(input: { readonly mark: number; readonly value: string }): Choices | null;
  state(input: ElementStateInput): ReturnType<typeof readState>;
  scroll(input: ScrollInput): ScrollPosition;
  scrollList(input: ListMoveInput): ListPosition;
  obstruction(input: { readonly mark: number; readonly words: NoticeWords }): Obstruction | null;
  consent(input: { readonly isFramed: boolean; readonly words: NoticeWords }): ConsentView;
  shown(input: StateInput): PageState;
  pagination(input: PaginationQuestion): PaginationCandidates;
  pick(input: PickInput): PickOutput;
  match(input: MatchInput): MatchOutput;
  outline(input: OutlineInput): Outline;
  proposeList(input: ProposeInput): ProposeOutput;
  fileField(input: { readonly mark: number }): number | null;
}

/** The operations that only healing uses. */
type HealingOperations = {
  [Name in keyof PageCalls]: (input: PageCalls[Name]['question']) => PageCalls[Name]['result'];
};

export type OperationName = keyof PageOperations;

/** One call of an operation in a page. */
interface PageCall<Name extends OperationName> {
  readonly name: Name;
  readonly input: Parameters<PageOperations[Name]>[0];
}

export type AnyPageCall = { [Name in OperationName]: PageCall<Name> }[OperationName];

export interface FindInput {
  readonly mark: number | undefined;
  readonly selector: Selector['parts'];
}

/** The reply to a call: the operation's result, or the name of the error. */
export type PageReply<Name extends OperationName> =
  | { readonly value: ReturnType<PageOperations[Name]> }
  | { readonly failed: string };
