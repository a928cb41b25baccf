import type { KeyboardEvent } from 'react';
import type { StudioKeyInput, StudioModifier } from '../../../../src/studio/api/studio-browsing.ts';

const modifiers: readonly StudioModifier[] = ['Alt', 'Control', 'Meta', 'Shift'];

/** The modifiers that are held down. */
export function listModifiers(event: {
  getModifierState(key: string): boolean;
}): readonly StudioModifier[] {
  return modifiers.filter((modifier) => event.getModifierState(modifier));
}

/**
 * Returns a key as the page is sent it; `undefined` for what stays here: shortcuts of the person's own browser, keys that an
 * input method takes, and pasting, which comes as an event of its own.
 */
export function toKeyInput(event: KeyboardEvent): StudioKeyInput | undefined {
  const { key, code, nativeEvent, type } = event;
  const isTaken = nativeEvent.isComposing || /^(?:Process|Unidentified|Dead)$/.test(key);
  if (isTaken || /^F\d+$/.test(key)) return undefined;
  const held = listModifiers(event);
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
  if (isShortcut && key.length === 1 && !/^[azy]$/i.test(key)) return undefined;
  const action = type === 'keyup' ? 'up' : 'down';
  return { type: 'key', action, key, code, isRepeated: event.repeat, modifiers: held };
}
