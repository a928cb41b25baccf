import type {
  StudioInput,
  StudioKeyInput,
  StudioModifier,
  StudioMouseInput,
  StudioWheelInput,
} from '../../api/studio-browsing.ts';
import type { LiveTab } from './create-live-tab.ts';
import type { Frame } from 'playwright-core';
import { raceSignal } from '../../../runtime/signals/waiting.ts';
import { ignoreClosedPage } from './create-live-tab.ts';

/** Hands a person's input on to tabs. */
interface InputSender {
  /** Sends an input; what it does shows in the frames. Never rejects: a page that was closed takes no input. */
  send(input: StudioInput, tab: LiveTab): Promise<void>;
}

/** Inputs that a page has not taken yet, beyond which moves and turns of the wheel are left out: the next ones say more. */
const maxUntaken = 30;

const buttonBits = { none: 0, left: 1, right: 2, middle: 4 } as const;

export function createInputSender(): InputSender {
  let untaken = 0;
  /** The buttons that are down. */
  let buttons = 0;

  /** The page's answer is not waited for: one that opens a dialog answers after it. */
  function dispatch(work: Promise<unknown>): void {
    untaken += 1;
    const note = (): void => {
      untaken -= 1;
    };
    work.then(note, note);
  }

  function sendMouse(input: StudioMouseInput, { devtools }: LiveTab): void {
    const { action, x, y, modifiers } = input;
    const { button = action === 'move' ? 'none' : 'left', clicks = 1 } = input;
    if (action === 'move' && untaken > maxUntaken) return;
    if (action === 'down') buttons |= buttonBits[button];
    if (action === 'up') buttons &= ~buttonBits[button];
    dispatch(
      devtools.send('Input.dispatchMouseEvent', {
        type: mouseTypes[action],
        x,
        y,
        button: action === 'move' ? heldButton(buttons) : button,
        buttons,
        clickCount: action === 'move' ? 0 : clicks,
        modifiers: toModifierBits(modifiers),
      }),
    );
  }

  function sendWheel(input: StudioWheelInput, { devtools }: LiveTab): void {
    if (untaken > maxUntaken) return;
    const { x, y, deltaX, deltaY, modifiers } = input;
    dispatch(
      devtools.send('Input.dispatchMouseEvent', {
        type: 'mouseWheel',
        x,
        y,
        deltaX,
        deltaY,
        modifiers: toModifierBits(modifiers),
      }),
    );
  }

  return {
    async send(input, tab) {
      const { devtools } = tab;
      if (!isPassive(input)) tab.noteDeed();
      switch (input.type) {
        case 'mouse':
          sendMouse(input, tab);
          return;
        case 'wheel':
          sendWheel(input, tab);
          return;
        case 'key': {
          const event = toKeyEvent(input);
          if (event !== undefined) dispatch(devtools.send('Input.dispatchKeyEvent', event));
          return;
        }
        case 'composition': {
          const { text } = input;
          const end = text.length;
          dispatch(
            devtools.send('Input.imeSetComposition', {
              text,
              selectionStart: end,
              selectionEnd: end,
            }),
          );
          return;
        }
        case 'text':
          dispatch(devtools.send('Input.insertText', { text: input.text }));
          return;
        case 'paste':
          await pasteText(input.text, tab);
      }
    },
  };
}

const mouseTypes = { move: 'mouseMoved', down: 'mousePressed', up: 'mouseReleased' } as const;

/** Whether an input brings no further content by itself: it does not renew what the page may load. */
function isPassive(input: StudioInput): boolean {
  return input.type === 'mouse' && input.action === 'move';
}

function heldButton(buttons: number): 'none' | 'left' | 'right' | 'middle' {
  if ((buttons & buttonBits.left) !== 0) return 'left';
  if ((buttons & buttonBits.right) !== 0) return 'right';
  return (buttons & buttonBits.middle) !== 0 ? 'middle' : 'none';
}

/** A page that does not reply for this long gets the text as if it were typed. */
const timeoutMs = 1_000;

/**
 * Pastes a text where the page has its focus: its scripts get a `paste` event with the text, and unless one of them prevents that, the
 * text is inserted. The browser's own clipboard, which other sessions share, stays as it is.
 */
async function pasteText(text: string, { page, devtools, browsing }: LiveTab): Promise<void> {
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), browsing.signal]);
  const isTaken = await raceSignal(offerPaste(page.mainFrame(), text), limit).catch(() => false);
  if (!isTaken) await devtools.send('Input.insertText', { text }).catch(ignoreClosedPage);
}

/** Returns whether a script of the page has prevented the default. */
async function offerPaste(frame: Frame, text: string): Promise<boolean> {
  const handle = await frame.evaluateHandle(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused ?? document.body;
  });
  const inner = await handle.asElement()?.contentFrame();
  if (inner !== null && inner !== undefined) return offerPaste(inner, text);
  return handle.evaluate((target, value) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', value);
    const init = { clipboardData, bubbles: true, cancelable: true, composed: true };
    return !target.dispatchEvent(new ClipboardEvent('paste', init));
  }, text);
}

/** The parameters of DevTools' `Input.dispatchKeyEvent` that are used here. */
interface KeyEvent {
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

function toModifierBits(modifiers: readonly StudioModifier[] = []): number {
  return modifiers.reduce((bits, modifier) => bits | modifierBits[modifier], 0);
}

/**
 * Returns a key as DevTools takes it; `undefined` for the shortcuts of the clipboard, which the sessions of one browser share.
 * Editing shortcuts of any system work, whatever system the browser runs on.
 */
function toKeyEvent(input: StudioKeyInput): KeyEvent | undefined {
  const { action, key, code, modifiers = [], isRepeated = false } = input;
  const held = new Set(modifiers);
  const isShortcut = held.has('Control') !== held.has('Meta') && !held.has('Alt');
  if (isClipboardKey(key, code, held, isShortcut)) return undefined;
  // AltGr arrives as Control and Alt: what it types is text.
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
