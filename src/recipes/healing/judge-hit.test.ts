import { expect, test } from 'vitest';
import type { ElementFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';
import { makeFingerprint } from '../../../test/support/make-fingerprint.ts';
import { judgeHit } from './choose-element.ts';
import { toTargetFingerprint } from './target-fingerprint.ts';

const remove = makeFingerprint({ name: 'Delete draft', id: 'action' });
const fingerprint = toTargetFingerprint(
  remove,
  [makeFingerprint({ name: 'Publish draft' })],
  'action',
);
const input = { fingerprint, purpose: 'action', isGrave: true } as const;

test('a hit that has hardly changed is right', () => {
  const hit = { ...remove, classes: ['button'], box: { x: 0, y: 0, width: 10, height: 10 } };
  expect(judgeHit({ ...input, hit })).toMatchObject({
    isRight: true,
    changed: ['classes', 'size', 'location'],
  });
});

test('an id that now stands on another button is no hit', () => {
  const hit = { ...remove, name: 'Publish draft', text: 'Publish draft' };
  expect(judgeHit({ ...input, hit }).isRight).toBe(false);
  // The id alone does not make it another's rival.
  const unknown = toTargetFingerprint(remove, [], 'action');
  expect(judgeHit({ ...input, fingerprint: unknown, hit }).isRight).toBe(true);
});

test('likeness alone is enough for what can be undone, not for what cannot', () => {
  const hit = { ...remove, name: 'Empty', text: 'Empty', id: 'other' };
  const close = toTargetFingerprint(remove, [], 'action');
  const checked = judgeHit({ ...input, fingerprint: close, isGrave: false, hit });
  expect(checked.likeness).toBeLessThan(0.7);
  expect(checked.isRight).toBe(false);
  const nearer = { ...hit, id: 'action', classes: remove.classes, name: 'Remove' };
  const near = { ...input, fingerprint: close, hit: nearer };
  expect(judgeHit({ ...near, isGrave: false })).toMatchObject({ isRight: true });
  expect(judgeHit({ ...near, isGrave: true })).toMatchObject({ isRight: false });
});

const kind = makeFingerprint({ tag: 'p', text: 'Green tea', classes: ['kind'], ordinal: 0 });
const price = makeFingerprint({ tag: 'p', text: '£8.40', classes: ['price'], ordinal: 1 });
const field = {
  fingerprint: toTargetFingerprint(kind, [price], 'field'),
  purpose: 'field',
  isGrave: false,
} as const;

test('what another value of the item has become is told apart from new data in the same place', () => {
  const moved = { ...price, ordinal: 0 };
  expect(judgeHit({ ...field, hit: moved })).toMatchObject({ isRight: false, isAnother: true });
  const refreshed = { ...kind, text: 'Black tea' };
  expect(judgeHit({ ...field, hit: refreshed })).toMatchObject({ isRight: true, isAnother: false });
});

test('a place that now says what its neighbour said before is not another element', () => {
  const won = makeFingerprint({ tag: 'td', text: '12', ordinal: 1 });
  const lost = makeFingerprint({ tag: 'td', text: '9', ordinal: 2 });
  const fingerprint = toTargetFingerprint(won, [lost], 'field');
  const hit = { ...won, text: '9' };
  expect(judgeHit({ ...field, fingerprint, hit }).isAnother).toBe(false);
});

const at = (ordinal: number) => ({
  indexedPath: ['html', 'body', `p:nth-of-type(${ordinal + 1})`],
  ordinal,
});

test('a look-alike that stands before the element is no hit, where the element itself is known to be there', () => {
  const total = makeFingerprint({
    tag: 'p',
    text: 'Total 18 lamps',
    classes: ['total'],
    id: 'sum',
    ...at(0),
  });
  const fingerprint = toTargetFingerprint(total, [], 'field');
  const twin = { ...total, id: '', text: 'Beta of a new view', ...at(0) };
  const itself = { ...total, ...at(1) };
  const question = { ...field, fingerprint, hit: twin };
  expect(judgeHit(question).isRight).toBe(true);
  expect(judgeHit({ ...question, candidates: [twin, itself] }).isRight).toBe(false);
  expect(judgeHit({ ...question, hit: itself, candidates: [twin, itself] }).isRight).toBe(true);
});

function cell(label: string, text: string, ordinal: number): ElementFingerprint {
  return makeFingerprint({ tag: 'td', label, text, ordinal });
}

test('a cell under the heading of another column is that column, whatever its place', () => {
  const lost = cell('Lost', '9', 1);
  const fingerprint = toTargetFingerprint(lost, [cell('Won', '12', 0)], 'field');
  const question = { ...field, fingerprint };
  expect(judgeHit({ ...question, hit: cell('Won', '12', 1) })).toMatchObject({
    isRight: false,
    isAnother: true,
  });
  expect(judgeHit({ ...question, hit: cell('Lost', '11', 2) }).isRight).toBe(true);
  // A heading that was written anew.
  expect(judgeHit({ ...question, hit: cell('Lost games', '11', 1) }).isRight).toBe(true);
});

test('what is read needs more likeness than what is acted on, since its text is data', () => {
  const before = makeFingerprint({
    name: 'Send now',
    id: 'x1',
    classes: ['css-1'],
    attributes: { 'data-testid': 'send' },
    ordinal: 2,
  });
  const now = makeFingerprint({
    ...before,
    name: 'Post',
    text: 'Post',
    id: 'cancel',
    attributes: {},
    neighbours: ['Send', 'Your message'],
    indexedPath: [...before.indexedPath.slice(0, -1), 'button:nth-of-type(2)'],
  });
  const items = toTargetFingerprint(before, [], 'items');
  const judged = judgeHit({ fingerprint: items, hit: now, purpose: 'items', isGrave: true });
  expect(judged.likeness).toBeGreaterThan(0.6);
  expect(judged.likeness).toBeLessThan(0.7);
  expect(judged).toMatchObject({ isRight: false, isAnother: false });
});

test('an element without a label is not under that of a rival', () => {
  const own = makeFingerprint({
    tag: 'dd',
    name: '',
    text: '480 g',
    label: '',
    isInteractive: false,
  });
  const rival = makeFingerprint({ ...own, text: '£12.50', label: 'Price', ordinal: 1 });
  const hit = makeFingerprint({ ...own, text: '£18.00', label: 'Price' });
  const unlabelled = toTargetFingerprint(own, [rival], 'field');
  expect(
    judgeHit({ fingerprint: unlabelled, hit, purpose: 'field', isGrave: false }).isAnother,
  ).toBe(false);
});

test('what is acted on needs less likeness where its identity is kept', () => {
  const before = makeFingerprint({ name: 'Send', id: 'send', classes: ['css-1'] });
  const now = makeFingerprint({
    ...before,
    id: 'x-91',
    classes: ['css-2'],
    tagPath: ['html', 'body', 'div', 'button'],
    indexedPath: ['html', 'body', 'div', 'button'],
    parent: { tag: 'div', id: '', classes: [] },
    neighbours: ['Undo'],
  });
  const known = toTargetFingerprint(before, [], 'action');
  const judged = judgeHit({ ...input, fingerprint: known, hit: now });
  expect(judged.likeness).toBeGreaterThan(0.6);
  expect(judged.likeness).toBeLessThan(0.7);
  expect(judged.isRight).toBe(true);
});

test('what has little in common with the element is another one only where something stood beside that', () => {
  const hit = makeFingerprint({
    tag: 'a',
    text: 'On request',
    ordinal: 4,
    classes: [],
    role: 'link',
    parent: { tag: 'nav', id: '', classes: [] },
  });
  const alone = toTargetFingerprint(kind, [], 'field');
  expect(judgeHit({ ...field, fingerprint: alone, hit })).toMatchObject({
    isRight: false,
    isAnother: false,
  });
  const beside = toTargetFingerprint(kind, [hit], 'field');
  expect(judgeHit({ ...field, fingerprint: beside, hit }).isAnother).toBe(true);
});

test.each<readonly [string, Partial<ElementFingerprint>, boolean]>([
  ['the same place', {}, false],
  ['another tag', { tag: 'th' }, true],
  ['another place among its siblings', { ordinal: 2 }, true],
  ['another parent', { parent: { tag: 'tfoot', id: '', classes: [] } }, true],
  ['text of another kind', { text: 'Rovers' }, true],
])('what a neighbour said is the neighbour unless in the same place: %s', (_, place, isAnother) => {
  const won = makeFingerprint({ tag: 'td', text: '12', ordinal: 1, id: 'won' });
  const lost = makeFingerprint({ ...won, text: '9', id: 'lost', ...place });
  const table = toTargetFingerprint(won, [lost], 'field');
  expect(judgeHit({ ...field, fingerprint: table, hit: lost })).toMatchObject({
    isRight: false,
    isAnother,
  });
});

test('an element that says something new since the page was listed is still itself', () => {
  const clock = makeFingerprint({ tag: 'p', text: '12:04', classes: ['time'], id: 'x', ...at(0) });
  const known = toTargetFingerprint(clock, [], 'field');
  const hit = { ...clock, text: '12:05', id: '', classes: ['now'], heading: '' };
  const question = { ...field, fingerprint: known, hit };
  const judged = judgeHit({ ...question, candidates: [{ ...hit, text: '12:04', id: 'x' }] });
  expect(judged.likeness).toBeLessThan(0.9);
  expect(judged.isRight).toBe(true);
  const elsewhere = { ...hit, ...at(3), text: '12:04', id: 'x' };
  expect(judgeHit({ ...question, candidates: [elsewhere] }).isRight).toBe(false);
});
