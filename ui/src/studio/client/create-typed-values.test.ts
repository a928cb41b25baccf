import { expect, test } from 'vitest';
import type { StudioDraft } from '../../../../src/studio/api/studio-draft.ts';
import { createTypedValues, type TypedValues } from './create-typed-values.ts';

function press(values: TypedValues, ...keys: readonly string[]): void {
  for (const key of keys) {
    for (const action of ['down', 'up'] as const) {
      values.note({ type: 'key', action, key, code: '' });
    }
  }
}

const type = (values: TypedValues, text: string): void => press(values, ...Array.from(text));

const draft = (...secrets: readonly string[]): StudioDraft => ({
  revision: 1,
  document: undefined,
  variables: secrets.map((name) => ({ name, default: undefined, isSecret: true })),
  source: undefined,
  isSaved: false,
  canUndo: false,
  canRedo: false,
});

test('a secret that the recording has found has the text that was typed, told while or after it was typed', () => {
  const values = createTypedValues();
  type(values, 'reader');
  press(values, 'Tab');
  type(values, 'lig');
  values.learn(draft('password'));
  press(values, 'h', 'x', 'Backspace', 't', 'Enter');
  expect(values.list()).toEqual({ password: 'light' });
  type(values, '4711');
  press(values, 'Enter');
  values.learn(draft('password', 'code'));
  type(values, 'later');
  expect(values.list()).toEqual({ password: 'light', code: '4711' });
});

test('pasted text counts, and a click begins another text', () => {
  const values = createTypedValues();
  type(values, 'reader');
  values.note({ type: 'mouse', action: 'down', x: 1, y: 1 });
  values.note({ type: 'paste', text: 'lighthouse' });
  values.learn(draft('password'));
  expect(values.list()).toEqual({ password: 'lighthouse' });
});

test('a text that was changed otherwise than at its end is not known', () => {
  const values = createTypedValues();
  press(values, 'a', 'ArrowLeft', 'b');
  values.learn(draft('password'));
  expect(values.list()).toEqual({});
});

test('variables of a recipe that was opened have no value', () => {
  const values = createTypedValues();
  type(values, 'hello');
  press(values, 'Enter');
  values.forget();
  values.learn(draft('password'));
  type(values, 'world');
  expect(values.list()).toEqual({});
});
