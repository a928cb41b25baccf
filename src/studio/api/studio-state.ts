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
