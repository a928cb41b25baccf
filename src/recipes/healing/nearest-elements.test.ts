import { expect, test } from 'vitest';
import { makeFingerprint } from '../../../test/support/make-fingerprint.ts';
import {
  chooseElement,
  describeNearElement,
  describeNearest,
  listNearest,
  maxNearest,
  nameElement,
} from './choose-element.ts';
import { toTargetFingerprint } from './target-fingerprint.ts';

const save = makeFingerprint({ name: 'Save', id: 'save' });
const fingerprint = toTargetFingerprint(save, [], 'action');

function tell(...candidates: readonly ReturnType<typeof makeFingerprint>[]): string {
  return describeNearest(listNearest({ fingerprint, candidates, purpose: 'action' }, maxNearest));
}

test('the nearest elements are named with their likeness and what speaks against them', () => {
  const draft = makeFingerprint({ name: 'Save draft', id: 'draft' });
  const field = makeFingerprint({ tag: 'input', role: 'textbox', name: 'Save', text: '' });
  expect(tell(draft, field)).toMatch(
    /^Nearest: button "Save draft" \(\.\d\d\): another name, changed: id, name, text; textbox "Save" \(\.\d\d\): another kind of control, or switched off, changed: [\w, ]+$/,
  );
});

test('of two that are alike each is said to be as likely as the other', () => {
  expect(tell(save, { ...save, ordinal: 1 })).toMatch(/another one is as likely.*another one is/);
});

test('a field that keeps its label and nothing else has too little in common with what it was', () => {
  const price = makeFingerprint({ tag: 'dd', role: 'definition', label: 'Price', text: '£12.50' });
  const total = makeFingerprint({
    tag: 'p',
    role: 'paragraph',
    name: 'Sum of all',
    label: 'Price',
    text: '£9.00',
    id: 'sum',
    classes: ['total'],
    tagPath: ['html', 'body', 'div', 'section', 'p'],
    indexedPath: ['html', 'body', 'div', 'section', 'p'],
    parent: { tag: 'section', id: 'basket', classes: ['x'] },
    neighbours: ['Go on'],
    heading: 'Basket',
    landmarks: [],
    box: { x: 900, y: 1_900, width: 20, height: 90 },
    childCount: 9,
    ordinal: 9,
  });
  const input = { fingerprint: toTargetFingerprint(price, [], 'field'), purpose: 'field' } as const;
  expect(chooseElement({ ...input, candidates: [total] })).toBeUndefined();
  expect(listNearest({ ...input, candidates: [total] }, 1)).toMatchObject([{ mismatch: 'unlike' }]);
});

test('a button of another row is named with its row', () => {
  const rows = ['Buy milk', 'Walk the dog'].map((row) => makeFingerprint({ name: '×', row }));
  const [milk = save, dog = save] = rows;
  const input = {
    fingerprint: toTargetFingerprint(milk, [dog], 'action'),
    candidates: [dog],
    purpose: 'action',
  } as const;
  expect(describeNearest(listNearest(input, 3))).toContain('in another row ("Walk the dog")');
});

test('at most three are named, and no text is longer than 40 characters', () => {
  const long = Array.from({ length: 9 }, (_, ordinal) =>
    makeFingerprint({ name: `Delete everything that was ever written here ${ordinal}`, ordinal }),
  );
  const said = tell(...long);
  expect(said.match(/"[^"]*"/g)).toHaveLength(3);
  for (const quoted of said.match(/"[^"]*"/g) ?? []) expect(quoted.length).toBeLessThanOrEqual(42);
  expect(tell()).toBe('');
});

test.each([
  [{ name: 'Save', text: 'Save it', label: 'Keep' }, 'button "Save"'],
  [{ name: '', text: 'Save it', label: 'Keep' }, 'button "Save it"'],
  [{ name: '', text: '', label: 'Keep' }, 'button "Keep"'],
  [{ name: '', text: '' }, 'button'],
  [{ name: '', text: '', role: '', tag: 'td' }, 'td'],
  [{ name: 'Save', role: '', tag: 'td' }, 'td "Save"'],
  [{ name: 'n'.repeat(40) }, `button "${'n'.repeat(40)}"`],
  [{ name: 'n'.repeat(41) }, `button "${'n'.repeat(39)}…"`],
])('an element with %j is called %s', (given, called) => {
  expect(nameElement(makeFingerprint(given))).toBe(called);
});

test.each([
  ['words', [], 'button "Save" (.60): another name'],
  ['words', ['id', 'tag'], 'button "Save" (.60): another name, changed: id, tag'],
  ['row', [], 'button "Save" (.60): in another row ("Milk")'],
  ['unlike', [], 'button "Save" (.60): little in common'],
] as const)('a mismatch of its %s, with changes %j, is reported', (mismatch, changed, reported) => {
  const element = makeFingerprint({ name: 'Save', row: 'Milk' });
  expect(describeNearElement({ index: 0, element, score: 0.6, mismatch, changed })).toBe(reported);
});

test('a row without a text is not named', () => {
  const element = makeFingerprint({ name: 'Save' });
  expect(describeNearElement({ index: 0, element, score: 1, mismatch: 'row', changed: [] })).toBe(
    'button "Save" (1.00): in another row',
  );
});
