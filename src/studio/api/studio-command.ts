import type { StudioState, StudioViewport } from './studio-state.ts';

/** Body of `POST …/api/session`: opens a session, at a URL or at a blank page. */
export interface OpenStudioSession {
  readonly url?: string | undefined;
  /** @default 1280 × 800 */
  readonly viewport?: StudioViewport | undefined;
  /** Whether pages take it for a phone with a touch screen. @default false */
  readonly isMobile?: boolean | undefined;
  /** Whether to end the session that the owner has already, instead of refusing with `conflict`. @default false */
  readonly replace?: boolean | undefined;
}

/** Body of `POST …/api/session/command`: what a person does around the page. `tab` is the active one where it is left out. */
export type StudioCommand =
  | { readonly type: 'navigate'; readonly url: string; readonly tab?: string | undefined }
  | { readonly type: 'back' | 'forward' | 'reload' | 'stop'; readonly tab?: string | undefined }
  | { readonly type: 'openTab'; readonly url?: string | undefined }
  | { readonly type: 'selectTab' | 'closeTab'; readonly tab: string }
  | { readonly type: 'setViewport'; readonly viewport: StudioViewport }
  /** Whether what is done in the pages becomes steps of the draft. */
  | { readonly type: 'record'; readonly on: boolean }
  | {
      readonly type: 'answerDialog';
      readonly dialog: string;
      /** Whether OK is pressed, and not Cancel. */
      readonly accept: boolean;
      /** What is typed into a `prompt`. @default what it suggests */
      readonly text?: string | undefined;
    };

/** What opening a session, a command and `GET …/api/session` give. */
export interface StudioSessionResult {
  readonly state: StudioState;
}
