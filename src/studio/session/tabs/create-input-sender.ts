import type { StudioInput, StudioMouseInput, StudioWheelInput } from '../../api/studio-input.ts';
import type { LiveTab } from './create-live-tab.ts';
import { pasteText } from './paste-text.ts';
import { toKeyEvent, toModifierBits } from './to-key-event.ts';

/** Hands a person's input on to tabs. */
export interface InputSender {
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
      const { devtools, browsing } = tab;
      if (!isPassive(input)) browsing.startPage();
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
