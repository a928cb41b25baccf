import type { StudioInput } from '../../../../src/studio/api/studio-browsing.ts';
import { callStudio } from './call-studio.ts';

/** Sends what a person does with the page. */
export interface InputQueue {
  add(...inputs: readonly StudioInput[]): void;
}

/** Of one call. */
const maxInputs = 100;

/**
 * Creates a queue that sends at most once a frame and one call after another, so that inputs arrive in their order. Of moves,
 * and of turns of the wheel, that follow each other the last one says it all.
 */
export function createInputQueue(onFailure: (error: unknown) => void): InputQueue {
  let waiting: StudioInput[] = [];
  let isSending = false;

  async function send(): Promise<void> {
    const inputs = waiting.splice(0, maxInputs);
    await callStudio('POST /session/input', { body: { inputs } }).catch(onFailure);
    if (waiting.length > 0) requestAnimationFrame(() => void send());
    else isSending = false;
  }

  return {
    add(...inputs) {
      for (const input of inputs) waiting = merge(waiting, input);
      if (isSending || waiting.length === 0) return;
      isSending = true;
      requestAnimationFrame(() => void send());
    },
  };
}

function merge(waiting: StudioInput[], input: StudioInput): StudioInput[] {
  const last = waiting.at(-1);
  if (isMove(input) && last !== undefined && isMove(last)) return [...waiting.slice(0, -1), input];
  if (input.type === 'wheel' && last?.type === 'wheel') {
    const deltaX = last.deltaX + input.deltaX;
    const deltaY = last.deltaY + input.deltaY;
    return [...waiting.slice(0, -1), { ...input, deltaX, deltaY }];
  }
  return [...waiting, input];
}

function isMove(input: StudioInput): boolean {
  return input.type === 'mouse' && input.action === 'move';
}
