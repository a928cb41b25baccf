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

/** What a person does with the shown page; positions are CSS pixels of the frame. */
export type StudioInput =
  | StudioMouseInput
  | StudioWheelInput
  | StudioKeyInput
  | StudioCompositionInput
  | StudioTextInput
  | StudioPasteInput;

export type StudioModifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

export interface StudioMouseInput {
  readonly type: 'mouse';
  readonly action: 'move' | 'down' | 'up';
  readonly x: number;
  readonly y: number;
  /** Which button went down or up. @default 'left', for a move 'none' */
  readonly button?: 'none' | 'left' | 'middle' | 'right' | undefined;
  /** As `MouseEvent.detail`: 2 for the second click of a double click. @default 1 */
  readonly clicks?: number | undefined;
  /** @default [] */
  readonly modifiers?: readonly StudioModifier[] | undefined;
}

export interface StudioWheelInput {
  readonly type: 'wheel';
  readonly x: number;
  readonly y: number;
  readonly deltaX: number;
  readonly deltaY: number;
  /** @default [] */
  readonly modifiers?: readonly StudioModifier[] | undefined;
}

/**
 * A key, as `KeyboardEvent` names it. Shortcuts of the clipboard do nothing: text comes in by `paste`, and none goes out.
 */
export interface StudioKeyInput {
  readonly type: 'key';
  readonly action: 'down' | 'up';
  readonly key: string;
  readonly code: string;
  /** Whether the key is held down. @default false */
  readonly isRepeated?: boolean | undefined;
  /** @default [] */
  readonly modifiers?: readonly StudioModifier[] | undefined;
}

/** Text that an input method has not ended yet: it replaces the last composition, an empty one removes it. */
export interface StudioCompositionInput {
  readonly type: 'composition';
  readonly text: string;
}

/** The result of an input method, or any other text that no single key gives. */
export interface StudioTextInput {
  readonly type: 'text';
  readonly text: string;
}

/** Text of the person's clipboard. */
export interface StudioPasteInput {
  readonly type: 'paste';
  readonly text: string;
}

/** A session of the studio as its owner sees it. Titles, URLs and messages come from pages: show them as text. */
export interface StudioState {
  readonly id: string;
  /** In the order in which they were opened; empty only while the browser starts. */
  readonly tabs: readonly StudioTab[];
  /** The tab that is shown, and that input goes to. */
  readonly activeTab: string | undefined;
  readonly viewport: StudioViewport;
  /** Whether what is done in the pages becomes steps of the draft. */
  readonly isRecording: boolean;
  /** Milliseconds since 1970: when the session ends without input, and when it ends at the latest. */
  readonly idleEndsAtMs: number;
  readonly endsAtMs: number;
}

/** A page of the session; a pop-up is one, too. */
export interface StudioTab {
  readonly id: string;
  /** What stands in its address bar: the URL of its page, or the one that it failed to open. */
  readonly url: string;
  readonly title: string;
  readonly isLoading: boolean;
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
  /** Why the last navigation failed, as a sentence; absent where it did not. */
  readonly error?: string;
  /** The dialog that the page waits with; it takes no input until that is answered. */
  readonly dialog?: StudioDialog;
}

/** A dialog of a page. */
export interface StudioDialog {
  readonly id: string;
  readonly type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  /** At most 2,000 characters. */
  readonly message: string;
  /** What a `prompt` suggests; else empty. */
  readonly defaultText: string;
}

/** What a page is laid out in, in CSS pixels. */
export interface StudioViewport {
  /** 240 to 2,560. */
  readonly width: number;
  /** 240 to 1,600. */
  readonly height: number;
}
