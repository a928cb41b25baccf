import type { StudioDraft } from './studio-draft.ts';
import type { StudioState } from './studio-browsing.ts';
import type { StudioTable } from './studio-table.ts';
import type { StudioTrial, StudioTrialEvent } from './studio-trial.ts';

/**
 * What a session sends its owner: one JSON object a line (NDJSON) of `GET …/api/session/events`. A blank line every 30 seconds keeps
 * the connection open.
 */
export type StudioEvent =
  | StudioFrame
  | StudioStateEvent
  | StudioDraftEvent
  | StudioTableEvent
  | StudioTrialProgress
  | StudioTrialEnd
  | StudioNotice
  | StudioEnd;

/** The draft, after each change: a recorded step, an edit, a save. */
export interface StudioDraftEvent {
  readonly type: 'draft';
  readonly draft: StudioDraft;
}

/** The table, after each change; `undefined` once it is forgotten. */
export interface StudioTableEvent {
  readonly type: 'table';
  readonly table: StudioTable | undefined;
}

/** Events of the trial under way. */
export interface StudioTrialProgress {
  readonly type: 'trial';
  readonly event: StudioTrialEvent;
}

/** The trial has ended. */
export interface StudioTrialEnd {
  readonly type: 'trial_ended';
  readonly trial: Omit<StudioTrial, 'events'>;
}

/** A picture of the active tab. A client that reads slowly gets fewer of them; a page on which nothing moves sends none. */
export interface StudioFrame {
  readonly type: 'frame';
  readonly tab: string;
  /** A JPEG in Base64. */
  readonly image: string;
  /** The part of the page that the picture shows, in CSS pixels: input is given in these. */
  readonly width: number;
  readonly height: number;
  /** How far the page is scrolled, in CSS pixels. */
  readonly scrollX: number;
  readonly scrollY: number;
}

/** The whole state, sent first and after each change. */
export interface StudioStateEvent {
  readonly type: 'state';
  readonly state: StudioState;
}

/** Something that a person should know, as a sentence. */
export interface StudioNotice {
  readonly type: 'notice';
  readonly code: StudioNoticeCode;
  readonly message: string;
}

/**
 * `page_crashed` and `browser_lost`: the session goes on in a new browser window without log-ins. `tab_closed`: a page opened
 * windows or dialogs without end, and lost its tab. `step_not_recorded`: the draft is as
 * long as a recipe may be.
 */
export type StudioNoticeCode =
  | 'download_refused'
  | 'file_chooser_refused'
  | 'navigation_failed'
  | 'tab_refused'
  | 'tab_closed'
  | 'page_crashed'
  | 'step_not_recorded'
  | 'page_too_heavy'
  | 'browser_lost';

/** The last event of a stream. */
export interface StudioEnd {
  readonly type: 'ended';
  readonly reason: StudioEndReason;
  readonly message: string;
}

/**
 * `closed` by its owner, `signed_out` with him, `replaced` by a newer session, `idle` and `over_time` by its limits, `left` by its client, `shut_down` with the
 * process, `lost` with its place where the process was cut off from the store, `failed` where no browser could be started. `moved`: another stream of the same session was opened; the session goes on there.
 */
export type StudioEndReason =
  | 'closed'
  | 'signed_out'
  | 'replaced'
  | 'idle'
  | 'over_time'
  | 'left'
  | 'shut_down'
  | 'lost'
  | 'failed'
  | 'moved';
