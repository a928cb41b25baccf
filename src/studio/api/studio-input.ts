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
