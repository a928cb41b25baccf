import { useRef, type DOMAttributes, type SyntheticEvent } from 'react';
import type { StudioInput, StudioKeyInput } from '../../../../src/studio/api/studio-browsing.ts';
import { useStudio } from '../client/studio-context.ts';
import { listModifiers, toKeyInput } from './to-key-input.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

type Handlers = DOMAttributes<HTMLTextAreaElement>;

const buttons = ['left', 'middle', 'right'] as const;

/** Handlers that send the page what a person does with its picture: mouse, keys, input methods, pasted text. */
export function usePageInput(toPoint: (event: SyntheticEvent) => Point): Handlers {
  const { send } = useStudio();
  const held = useRef(new Map<string, StudioKeyInput>());

  const release = (): void => {
    const keys = [...held.current.values()];
    held.current.clear();
    send(...keys.map((key) => ({ ...key, action: 'up', isRepeated: false }) as const));
  };
  const sendButton =
    (action: 'down' | 'up'): Handlers['onMouseDown'] =>
    (event) => {
      // Nothing is marked or pasted here; the focus is set by hand.
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      const button = buttons[event.button];
      if (button === undefined) return;
      const clicks = Math.max(1, event.detail);
      const modifiers = listModifiers(event);
      send({ type: 'mouse', action, button, clicks, modifiers, ...toPoint(event) });
    };
  const sendText = (input: StudioInput, field: HTMLTextAreaElement): void => {
    send(input);
    field.value = '';
  };

  return {
    onPointerDown: (event) => event.currentTarget.setPointerCapture(event.pointerId),
    onMouseDown: sendButton('down'),
    onMouseUp: sendButton('up'),
    onMouseMove: (event) =>
      send({
        type: 'mouse',
        action: 'move',
        button: buttons.find((_button, index) => (event.buttons & (1 << index)) !== 0) ?? 'none',
        modifiers: listModifiers(event),
        ...toPoint(event),
      }),
    onContextMenu: (event) => event.preventDefault(),
    onKeyDown(event) {
      const input = toKeyInput(event);
      if (input === undefined) return;
      event.preventDefault();
      held.current.set(input.code, input);
      send(input);
    },
    onKeyUp(event) {
      const input = toKeyInput(event);
      if (input === undefined || !held.current.delete(input.code)) return;
      event.preventDefault();
      send(input);
    },
    onBlur: release,
    onPaste(event) {
      event.preventDefault();
      const text = event.clipboardData.getData('text/plain');
      if (text !== '') send({ type: 'paste', text });
    },
    onCompositionUpdate: (event) => send({ type: 'composition', text: event.data }),
    onCompositionEnd: (event) =>
      sendText(
        event.data === '' ? { type: 'composition', text: '' } : { type: 'text', text: event.data },
        event.currentTarget,
      ),
    // Keyboards of phones, and keys that an input method took, tell their text alone.
    onInput(event) {
      const { nativeEvent, currentTarget } = event;
      if (!(nativeEvent instanceof InputEvent) || nativeEvent.isComposing) return;
      const { data, inputType } = nativeEvent;
      if (inputType === 'insertText' && data !== null) {
        sendText({ type: 'text', text: data }, currentTarget);
      } else if (inputType !== 'insertCompositionText') currentTarget.value = '';
    },
  };
}
