import type { StudioStart } from '../api/studio-owner.ts';
import type { StudioRecipes } from '../api/studio-recipes.ts';
import type { StudioSessions } from '../session/create-studio-sessions.ts';
import type { StudioDrafts } from '../workbench/create-studio-drafts.ts';
import type { StudioWork } from '../workbench/create-studio-work.ts';

/** A call of the studio's API. */
export interface StudioRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `api`; parameters in braces. */
  readonly path: string;
  /** Resolves to the answer, as JSON or as a response of its own. Rejects with a `GleanerError`. */
  call(request: StudioCall): Promise<object>;
}

/** A call by an owner who has signed in. */
export interface StudioCall {
  readonly owner: string;
  /** Aborts when the owner signs out. */
  readonly signedOut: AbortSignal | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** A JSON object, empty where none was sent. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly sessions: StudioSessions;
  readonly recipes: StudioRecipes;
  readonly drafts: StudioDrafts;
  readonly work: StudioWork;
  readonly start: StudioStart;
}
