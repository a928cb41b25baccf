import type { Page } from 'playwright-core';
import type { BrowsingSession } from '../../browser/session/browsing.ts';
import type {
  StudioCommand,
  StudioDialog,
  StudioInput,
  StudioState,
} from '../api/studio-browsing.ts';
import type { StudioEvent } from '../api/studio-event.ts';

/** A session of one owner: what the parts of the studio (recording, picking, trials) build on. */
export interface StudioSession {
  readonly id: string;
  readonly owner: string;
  /** Whether pages take it for a phone with a touch screen. */
  readonly isMobile: boolean;
  /** Aborts as the session ends, with the reason. */
  readonly signal: AbortSignal;
  state(): StudioState;
  /** Sends an event to the owner's stream; one that nothing reads is kept, the oldest of many dropped. */
  emit(event: StudioEvent): void;
  /** Returns the page that is shown. Throws `conflict` while there is none: the browser starts, or starts anew. */
  requireActivePage(): StudioPage;
  /** Adds what listens to the session; returns a function that removes it. */
  listen(listener: StudioListener): () => void;
  /** Does the inputs in order. Rejects with `conflict` where a dialog is open or no page is. */
  input(inputs: readonly StudioInput[]): Promise<void>;
  command(command: StudioCommand): Promise<StudioState>;
}

/** A tab and its page. */
export interface StudioPage {
  /** The tab's id. */
  readonly tab: string;
  readonly page: Page;
  /** The guarded session that it belongs to; its `signal` aborts when the browser or a page is lost, too. */
  readonly browsing: BrowsingSession;
}

/** Listens to a session; each member is optional. */
export interface StudioListener {
  /** Called with each guarded browser session before its first page is used, at once with the present one: it may add scripts. */
  onBrowsing?(browsing: BrowsingSession): Promise<void>;
  /** Called with each tab as it opens, at once with the present ones. */
  onPage?(page: StudioPage): void;
  /** Called before an input is done. */
  onInput?(input: StudioInput, page: StudioPage): void;
  /**
   * Called once a command has been done, with the tab that is shown then, and with the dialog that the command has answered; the command
   * is answered when it resolves.
   */
  onCommand?(
    command: StudioCommand,
    page: StudioPage | undefined,
    dialog: StudioDialog | undefined,
  ): Promise<void>;
}
