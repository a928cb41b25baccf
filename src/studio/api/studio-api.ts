import type {
  OpenStudioSession,
  StudioCommand,
  StudioInput,
  StudioSessionResult,
} from './studio-browsing.ts';
import type {
  EditStudioDraft,
  OpenStudioDraft,
  SaveStudioDraft,
  StudioComparison,
  StudioDraft,
  StudioExportFormat,
  StudioRecipeEntry,
  StudioRecipeVersion,
  StudioRepairChoice,
} from './studio-draft.ts';
import type { StudioEvent } from './studio-event.ts';
import type {
  FindStudioPagination,
  StudioInspection,
  StudioPick,
  StudioTable,
  StudioTableEdit,
} from './studio-table.ts';
import type { StartStudioTrial, StudioTrial } from './studio-trial.ts';

/**
 * Every call below `api`, by method and path. Bodies and answers are JSON; a failed call is answered with the `error` envelope of
 * `/v1`. All calls need a sign-in. The draft is the owner's, the table and the trial those of his session.
 */
export interface StudioApi {
  'GET /start': { readonly data: StudioStartResult };
  'POST /session': { readonly body: OpenStudioSession; readonly data: StudioSessionResult };
  'GET /session': { readonly data: StudioSessionResult };
  /** Ends the session. */
  'DELETE /session': { readonly data: StudioDone };
  /** A `StudioEvent` a line (`application/x-ndjson`), until the session has ended. */
  'GET /session/events': { readonly stream: StudioEvent };
  /** At most 100 inputs, done in order. */
  'POST /session/input': {
    readonly body: { readonly inputs: readonly StudioInput[] };
    readonly data: StudioDone;
  };
  'POST /session/command': { readonly body: StudioCommand; readonly data: StudioSessionResult };
  /** What stands at a point, for outlines under the pointer and for choosing another element. */
  'POST /session/inspect': {
    readonly body: { readonly x: number; readonly y: number };
    readonly data: StudioInspection;
  };
  /** Points at an item: proposes its list. Rejects with `validation_failed` where nothing around it is repeated. */
  'POST /session/pick': { readonly body: StudioPick; readonly data: StudioTable };
  /** The table as the page is now. Rejects with `not_found` where none was proposed. */
  'GET /session/table': { readonly data: StudioTable };
  'POST /session/table/edit': { readonly body: StudioTableEdit; readonly data: StudioTable };
  /** Searches for the way on and tries it by the steps of the draft; answered at once; `table` events follow. */
  'POST /session/table/pagination': {
    readonly body: FindStudioPagination;
    readonly data: StudioTable;
  };
  /** Forgets the table. */
  'DELETE /session/table': { readonly data: StudioDone };
  /** Writes the table, and its pagination, into the draft: into the step at `at`, else as the last steps. */
  'POST /session/table/keep': {
    readonly body: { readonly at?: string | undefined };
    readonly data: StudioDraft;
  };
  'GET /draft': { readonly data: StudioDraft };
  'PUT /draft': { readonly body: OpenStudioDraft; readonly data: StudioDraft };
  'POST /draft/edits': { readonly body: EditStudioDraft; readonly data: StudioDraft };
  'POST /draft/undo': { readonly data: StudioDraft };
  'POST /draft/redo': { readonly data: StudioDraft };
  'POST /draft/repairs': { readonly body: StudioRepairChoice; readonly data: StudioDraft };
  'POST /draft/save': { readonly body: SaveStudioDraft; readonly data: StudioDraft };
  'GET /draft/export': {
    readonly query: { readonly format: StudioExportFormat };
    readonly file: true;
  };
  /** Starts a trial of the draft; `trial` events follow. Rejects with `conflict` while one runs. */
  'POST /trial': { readonly body: StartStudioTrial; readonly data: StudioDone };
  /** The last trial. Rejects with `not_found` where there was none. */
  'GET /trial': { readonly data: StudioTrial };
  /** Lets the next step begin. */
  'POST /trial/next': { readonly data: StudioDone };
  /** Stops the trial that runs. */
  'DELETE /trial': { readonly data: StudioDone };
  'GET /recipes': { readonly data: { readonly recipes: readonly StudioRecipeEntry[] } };
  'POST /recipes': {
    readonly body: { readonly document: unknown };
    readonly data: StudioRecipeEntry;
  };
  /** The newest version without `version`. */
  'GET /recipes/{id}': {
    readonly query: { readonly version?: number | undefined };
    readonly data: StudioRecipeVersion;
  };
  'GET /recipes/{id}/versions': {
    readonly data: { readonly versions: readonly StudioRecipeEntry[] };
  };
  'POST /recipes/{id}/versions': {
    readonly body: { readonly document: unknown };
    readonly data: StudioRecipeEntry;
  };
  /** What differs between two versions. */
  'GET /recipes/{id}/compare': {
    readonly query: { readonly from: number; readonly to: number };
    readonly data: StudioComparison;
  };
  /** Makes an older version the newest one. */
  'POST /recipes/{id}/restore': {
    readonly body: { readonly version: number };
    readonly data: StudioRecipeEntry;
  };
}

/** The answer of a call that gives nothing else. */
export interface StudioDone {
  readonly done: true;
}

/** Who uses the studio; each owner has a session and recipes of his own. */
export interface StudioOwner {
  /** Stable and unique, such as the id of an account. */
  readonly owner: string;
  /** Aborts when the owner signs out: his session ends with it. @default never */
  readonly signal?: AbortSignal | undefined;
  /** Most bytes of the owner's draft as JSON, and of a recipe that he sends. @default 2 MB */
  readonly recipeBytes?: number | undefined;
  /** Takes a place of the owner's for what lasts, counted wherever he has one; rejects where there is none left. @default as many as he opens */
  readonly takePlace?: ((kind: StudioPlaceKind) => Promise<StudioPlace>) | undefined;
  /** Where bodies of his that are refused are counted: `check` throws once they were too many. @default nowhere */
  readonly refusals?: { check(): void; count(bytes: number): void } | undefined;
}

/** What of an owner's lasts longer than a call. */
export type StudioPlaceKind = 'studio-session' | 'draft';

/** A place that was taken for an owner. */
export interface StudioPlace {
  /** Frees it, once. */
  leave(): void;
  /** Whether it was freed by others: what has it ends then. */
  isLost(): boolean;
  /** Abort when it is lost. */
  readonly signals: readonly AbortSignal[];
}

/**
 * What the studio was started for: the front end opens it first. The query of its page goes before: `?recipe=ID` is how the dashboard
 * links to a recipe, and `?repair=ID` to one that has drifted, which is tried at once to show what to repair.
 */
export interface StudioStart {
  readonly url?: string | undefined;
  /** Id of a kept recipe. */
  readonly recipe?: string | undefined;
  /** Where the dashboard is that the studio belongs to, such as `/`; absent where it stands alone. */
  readonly dashboard?: string | undefined;
}

/** What `GET …/api/start` gives. */
export interface StudioStartResult extends StudioStart {
  /** Who is signed in: drafts that a browser keeps are kept by it. */
  readonly owner: string;
}
