import type { StudioKeyInput, StudioModifier } from '../../api/studio-input.ts';

/** The parameters of DevTools' `Input.dispatchKeyEvent` that are used here. */
export interface KeyEvent {
  readonly type: 'keyDown' | 'rawKeyDown' | 'keyUp';
  readonly key: string;
  readonly code: string;
  readonly text?: string;
  readonly windowsVirtualKeyCode: number;
  readonly modifiers: number;
  readonly autoRepeat: boolean;
  readonly location: number;
  readonly isKeypad: boolean;
  readonly commands?: string[];
}

/** DevTools' bits. */
const modifierBits: Readonly<Record<StudioModifier, number>> = {
  Alt: 1,
  Control: 2,
  Meta: 4,
  Shift: 8,
};

export function toModifierBits(modifiers: readonly StudioModifier[] = []): number {
  return modifiers.reduce((bits, modifier) => bits | modifierBits[modifier], 0);
}

/**
 * Returns a key as DevTools takes it; `undefined` for the shortcuts of the clipboard, which the sessions of one browser share.
 * Editing shortcuts of any system work, whatever system the browser runs on.
 */
export function toKeyEvent(input: StudioKeyInput): KeyEvent | undefined {
  const { action, key, code, modifiers = [], isRepeated = false } = input;
  const held = new Set(modifiers);
  const isShortcut = held.has('Control') !== held.has('Meta') && !held.has('Alt');
  if (isClipboardKey(key, code, held, isShortcut)) return undefined;
  // AltGr is told as Control and Alt: what it types is text.
  const types = !isShortcut && !(held.has('Meta') || (held.has('Control') && !held.has('Alt')));
  const text = !types ? undefined : key === 'Enter' ? '\r' : /^.$/su.test(key) ? key : undefined;
  const command = isShortcut && action === 'down' ? findCommand(key, held) : undefined;
  const down = text === undefined ? 'rawKeyDown' : 'keyDown';
  return {
    type: action === 'up' ? 'keyUp' : down,
    key,
    code,
    ...(text === undefined || action === 'up' ? {} : { text }),
    windowsVirtualKeyCode: toVirtualKeyCode(key, code),
    modifiers: toModifierBits(modifiers),
    autoRepeat: isRepeated,
    location:
      code.endsWith('Left') && code !== 'ArrowLeft'
        ? 1
        : code.endsWith('Right') && code !== 'ArrowRight'
          ? 2
          : 0,
    isKeypad: code.startsWith('Numpad'),
    ...(command === undefined ? {} : { commands: [command] }),
  };
}

function isClipboardKey(
  key: string,
  code: string,
  held: ReadonlySet<StudioModifier>,
  isShortcut: boolean,
): boolean {
  if (isShortcut && (/^[cvx]$/i.test(key) || /^Key[CVX]$/.test(code))) return true;
  if (/^(?:Copy|Cut|Paste)$/.test(key)) return true;
  return key === 'Insert'
    ? held.has('Shift') || held.has('Control')
    : key === 'Delete' && held.has('Shift');
}

/** The editing command of a shortcut; Chromium knows the others by themselves. */
function findCommand(key: string, held: ReadonlySet<StudioModifier>): string | undefined {
  switch (key.toLowerCase()) {
    case 'a':
      return 'selectAll';
    case 'z':
      return held.has('Shift') ? 'redo' : 'undo';
    case 'y':
      return 'redo';
    default:
      return undefined;
  }
}

/** Windows' code of a key, by which Chromium does what the key is for; 0 for one that only types. */
function toVirtualKeyCode(key: string, code: string): number {
  const named = namedKeys.get(key);
  if (named !== undefined) return named;
  const letter = /^Key([A-Z])$/.exec(code)?.[1] ?? /^Digit(\d)$/.exec(code)?.[1];
  if (letter !== undefined) return letter.charCodeAt(0);
  const functionKey = /^F(\d{1,2})$/.exec(key)?.[1];
  if (functionKey !== undefined) return 111 + Number(functionKey);
  const pad = /^Numpad(\d)$/.exec(code)?.[1];
  return pad === undefined ? 0 : 96 + Number(pad);
}

/** Source: Microsoft's list of virtual-key codes. */
const namedKeys: ReadonlyMap<string, number> = new Map([
  ['Backspace', 8],
  ['Tab', 9],
  ['Enter', 13],
  ['Shift', 16],
  ['Control', 17],
  ['Alt', 18],
  ['Pause', 19],
  ['CapsLock', 20],
  ['Escape', 27],
  [' ', 32],
  ['PageUp', 33],
  ['PageDown', 34],
  ['End', 35],
  ['Home', 36],
  ['ArrowLeft', 37],
  ['ArrowUp', 38],
  ['ArrowRight', 39],
  ['ArrowDown', 40],
  ['Insert', 45],
  ['Delete', 46],
  ['Meta', 91],
  ['ContextMenu', 93],
]);
