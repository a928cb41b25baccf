import type {
  StudioApi,
  StudioDone,
  StudioPlace,
  StudioPlaceKind,
  StudioStart,
} from '../../../studio/api/studio-api.ts';
import type { StudioRecipes } from '../../../studio/api/studio-draft.ts';
import type { StudioSessions } from '../../../studio/session/create-studio-sessions.ts';
import type { StudioDrafts, StudioWork } from '../../../studio/workbench/create-studio-work.ts';
import type { RoutesOf } from '../../exchange/route.ts';

/** An owner who has signed in, and what his calls work with. */
export interface StudioCaller {
  readonly owner: string;
  /** Aborts when the owner signs out. */
  readonly signedOut: AbortSignal | undefined;
  /** What takes the owner's place of a kind; `undefined` where they are not counted. */
  readonly placeOf: (kind: StudioPlaceKind) => (() => Promise<StudioPlace>) | undefined;
  readonly sessions: StudioSessions;
  readonly recipes: StudioRecipes;
  readonly drafts: StudioDrafts;
  readonly work: StudioWork;
  readonly start: StudioStart;
}

/** What a call of the studio needs beside its input. */
export interface StudioRule {
  /** Its body holds a recipe, and may be as large as the owner's recipes. */
  readonly takesRecipe?: true;
  /** It may begin a draft. */
  readonly takesDraft?: true;
}

/** Routes of the studio by method and path. */
export type StudioRoutes<Name extends keyof StudioApi> = RoutesOf<
  StudioApi,
  Name,
  StudioCaller,
  StudioRule
>;

export const done: StudioDone = { done: true };
