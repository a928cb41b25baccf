import type { StudioDraft } from '../../../../src/studio/api/studio-draft.ts';
import type {
  StudioEndReason,
  StudioEvent,
  StudioFrame,
} from '../../../../src/studio/api/studio-event.ts';
import type { StudioStart } from '../../../../src/studio/api/studio-api.ts';
import type { StudioState, StudioTab } from '../../../../src/studio/api/studio-browsing.ts';
import type { StudioTable } from '../../../../src/studio/api/studio-table.ts';
import type { StartStudioTrial, StudioTrial } from '../../../../src/studio/api/studio-trial.ts';

/**
 * How the page stands to a session: `none` is open, one is `opening`, its events come (`open`), they were cut off and are asked for
 * again (`lost`), or it has `ended`.
 */
export type Connection =
  | { readonly state: 'none' | 'opening' | 'open' | 'lost' }
  | { readonly state: 'ended'; readonly reason: StudioEndReason; readonly message: string };

/** What a click in the page means: it is `browse`d, or an element is pointed at. */
export type Pointing =
  | { readonly as: 'browse' | 'list' | 'field' }
  /** Chooses another element for a target that a trial did not find. */
  | { readonly as: 'replace'; readonly path: string };

/** A trial, or a search for further pages, that needs values of variables. */
export type Wanted =
  | { readonly for: 'pages' }
  | { readonly for: 'trial'; readonly trial: StartStudioTrial };

export type Asked = Wanted & {
  readonly variables: StudioDraft['variables'];
  /** The draft's `id` that they are asked for. */
  readonly draft: string;
};

export interface Notice {
  readonly id: number;
  readonly isFailure: boolean;
  readonly message: string;
}

/** All that the page shows, frames aside. */
export interface StudioView {
  /** `undefined` until it was read. */
  readonly start: StudioStart | undefined;
  readonly connection: Connection;
  readonly session: StudioState | undefined;
  readonly draft: StudioDraft | undefined;
  readonly table: StudioTable | undefined;
  readonly trial: StudioTrial | undefined;
  readonly pointing: Pointing;
  /** Lists and pages that were pointed at so far: the table takes the focus with each. */
  readonly picks: number;
  /** What waits for values of variables. */
  readonly asked: Asked | undefined;
  /** The recipe that a link asks for, where opening it would lose what was changed. */
  readonly offered: string | undefined;
  readonly notices: readonly Notice[];
}

export const emptyView: StudioView = {
  start: undefined,
  connection: { state: 'none' },
  session: undefined,
  draft: undefined,
  table: undefined,
  trial: undefined,
  pointing: { as: 'browse' },
  picks: 0,
  asked: undefined,
  offered: undefined,
  notices: [],
};

/** Shown at once; older ones go. */
const maxNotices = 4;
let noticesMade = 0;

/** Returns the view with what an event tells; frames are drawn past it. */
export function applyEvent(view: StudioView, event: Exclude<StudioEvent, StudioFrame>): StudioView {
  switch (event.type) {
    case 'state':
      return { ...view, session: event.state, connection: { state: 'open' } };
    case 'draft':
      return applyDraft(view, event.draft);
    case 'table':
      return { ...view, table: event.table };
    case 'trial':
      return {
        ...view,
        trial: {
          state: 'running',
          result: undefined,
          repairs: [],
          events: [...(view.trial?.state === 'running' ? view.trial.events : []), event.event],
        },
      };
    case 'trial_ended':
      return { ...view, trial: { ...event.trial, events: view.trial?.events ?? [] } };
    case 'notice':
      return addNotice(view, event.message, event.code === 'navigation_failed');
    case 'ended':
      return {
        ...view,
        connection: { state: 'ended', reason: event.reason, message: event.message },
        session: undefined,
        pointing: { as: 'browse' },
      };
    default:
      // Of a newer studio.
      return view;
  }
}

/** The answer of a call and the event about it may come in any order: the newer revision stays. */
export function applyDraft(view: StudioView, draft: StudioDraft): StudioView {
  return draft.revision < (view.draft?.revision ?? 0) ? view : { ...view, draft };
}

export function addNotice(view: StudioView, message: string, isFailure: boolean): StudioView {
  noticesMade += 1;
  const others = view.notices.filter((notice) => notice.message !== message);
  const notices = [...others, { id: noticesMade, isFailure, message }].slice(-maxNotices);
  return { ...view, notices };
}

/** The tab that is shown. */
export function findActiveTab({ session }: StudioView): StudioTab | undefined {
  return session?.tabs.find(({ id }) => id === session.activeTab);
}
