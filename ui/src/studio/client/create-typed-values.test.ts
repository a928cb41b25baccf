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

const draftOf = (id: string, ...secrets: readonly string[]): StudioDraft => ({
  id,
  revision: 1,
  document: undefined,
  variables: secrets.map((name) => ({ name, default: undefined, isSecret: true })),
  source: undefined,
  isSaved: false,
  canUndo: false,
  canRedo: false,
});

const draft = (...secrets: readonly string[]): StudioDraft => draftOf('a', ...secrets);

/** Values of the recipe `a`, which was shown before anything was typed. */
function createValues(): TypedValues {
  const values = createTypedValues();
  values.learn(draft());
  return values;
}

test('a secret that the recording has found has the text that was typed, told while or after it was typed', () => {
  const values = createValues();
  type(values, 'reader');
  press(values, 'Tab');
  type(values, 'lig');
  values.learn(draft('password'));
  press(values, 'h', 'x', 'Backspace', 't', 'Enter');
  expect(values.list('a')).toEqual({ password: 'light' });
  type(values, '4711');
  press(values, 'Enter');
  values.learn(draft('password', 'code'));
  type(values, 'later');
  expect(values.list('a')).toEqual({ password: 'light', code: '4711' });
});

test('pasted text counts, and a click begins another text', () => {
  const values = createValues();
  type(values, 'reader');
  values.note({ type: 'mouse', action: 'down', x: 1, y: 1 });
  values.note({ type: 'paste', text: 'lighthouse' });
  values.learn(draft('password'));
  expect(values.list('a')).toEqual({ password: 'lighthouse' });
});

test('a text that was changed otherwise than at its end is not known', () => {
  const values = createValues();
  press(values, 'a', 'ArrowLeft', 'b');
  values.learn(draft('password'));
  expect(values.list('a')).toEqual({});
});

test('variables of a recipe that was opened have no value, and none of the one before', () => {
  const values = createValues();
  type(values, 'hello');
  press(values, 'Enter');
  values.learn(draft('password'));
  expect(values.list('a')).toEqual({ password: 'hello' });
  // Another recipe, of another site, has a variable of the same name.
  values.learn(draftOf('b', 'password'));
  expect([values.list('a'), values.list('b')]).toEqual([{}, {}]);
  type(values, 'world');
  values.learn(draftOf('b', 'password', 'code'));
  expect(values.list('b')).toEqual({ code: 'world' });
});

test('what is typed after a reload is no value of a secret that was recorded before it', () => {
  const values = createTypedValues();
  values.learn(draft('password'));
  type(values, 'brass lamp');
  values.learn(draft('password'));
  expect(values.list('a')).toEqual({});
});
