import { describe, expect, test } from 'vitest';
import { makeFingerprint } from '../../../test/support/make-fingerprint.ts';
import type { ElementFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';
import { chooseElement } from './choose-element.ts';
import { toTargetFingerprint } from './target-fingerprint.ts';

const send = makeFingerprint({ id: 'send', attributes: { 'data-testid': 'send' } });
const cancel = makeFingerprint({
  name: 'Cancel',
  id: 'cancel',
  ordinal: 1,
  neighbours: ['Send', 'Your message'],
  box: { x: 240, y: 400, width: 120, height: 30 },
});
const preview = makeFingerprint({ name: 'Preview', ordinal: 2, neighbours: ['Cancel'] });
const fingerprint = toTargetFingerprint(send, [cancel, preview], 'action');

function choose(candidates: readonly ElementFingerprint[]): number | undefined {
  return chooseElement({ fingerprint, candidates, purpose: 'action' })?.index;
}

const redesigned = makeFingerprint({
  id: 'x-91',
  classes: ['css-1f3'],
  tagPath: ['html', 'body', 'div', 'div', 'button'],
  indexedPath: ['html', 'body', 'div', 'div', 'button'],
  parent: { tag: 'div', id: '', classes: [] },
  landmarks: [],
  box: { x: 700, y: 1_200, width: 90, height: 40 },
});

test('an element whose classes, id and place are new is known by its name', () => {
  expect(choose([cancel, redesigned, preview])).toBe(1);
});

test('what changed most is reported, the greatest difference first', () => {
  const chosen = chooseElement({ fingerprint, candidates: [redesigned], purpose: 'action' });
  expect(chosen?.changed).toEqual(['testid', 'id', 'classes']);
  expect(chosen?.likeness).toBeGreaterThan(0.5);
  expect(chosen?.likeness).toBeLessThan(0.9);
});

test('an element that has not changed is like itself altogether', () => {
  const chosen = chooseElement({ fingerprint, candidates: [send], purpose: 'action' });
  expect(chosen).toEqual({ index: 0, likeness: 1, changed: [] });
});

test('of two that are alike none is chosen', () => {
  expect(choose([redesigned, cancel])).toBe(0);
  expect(choose([redesigned, redesigned, cancel])).toBeUndefined();
});

test('exact clones of the target are never chosen, however many there are', () => {
  for (const copies of [2, 3, 10]) {
    expect(choose(Array.from({ length: copies }, () => send))).toBeUndefined();
  }
});

test('what stands in the target, or around it, is no second choice', () => {
  const inner = makeFingerprint({
    ...redesigned,
    tag: 'span',
    indexedPath: [...redesigned.indexedPath, 'span'],
    tagPath: [...redesigned.tagPath, 'span'],
  });
  expect(choose([redesigned, inner])).toBe(0);
  const around = makeFingerprint({
    ...redesigned,
    tag: 'div',
    indexedPath: redesigned.indexedPath.slice(0, -1),
    tagPath: redesigned.tagPath.slice(0, -1),
  });
  expect(choose([redesigned, around])).toBe(0);
  const beside = { ...around, indexedPath: [...around.indexedPath.slice(0, -1), 'form'] };
  expect(choose([redesigned, beside])).toBeUndefined();
});

test('nothing is chosen where the target is gone and its neighbours are not', () => {
  expect(choose([cancel, preview])).toBeUndefined();
  expect(choose([])).toBeUndefined();
});

test('a neighbour in the clothes and the place of the target is not taken for it', () => {
  const decoy = makeFingerprint({ ...send, name: 'Cancel', text: 'Cancel', id: 'cancel' });
  expect(choose([decoy, preview])).toBeUndefined();
});

test('an element that looks the same and says something else is not it', () => {
  const other = makeFingerprint({
    ...send,
    name: 'Delete account',
    text: 'Delete account',
    id: 'delete',
    attributes: { 'data-testid': 'delete' },
  });
  expect(choose([other])).toBeUndefined();
});

test('a value that was the target’s alone keeps its identity when its name is put differently', () => {
  const renamed = makeFingerprint({
    ...send,
    name: 'Send it now please',
    text: 'Send it now please',
  });
  expect(choose([renamed, cancel])).toBe(0);
});

test('a value that others had too keeps no identity', () => {
  const shared = toTargetFingerprint(
    send,
    [{ ...cancel, id: 'send', attributes: send.attributes }],
    'action',
  );
  const renamed = makeFingerprint({ ...send, name: 'Post', text: 'Post' });
  const one = { candidates: [renamed], purpose: 'action' } as const;
  expect(shared.unique).toEqual([]);
  expect(chooseElement({ fingerprint: shared, ...one })).toBeUndefined();
});

test('what cannot be acted on is not chosen for an action', () => {
  expect(choose([{ ...redesigned, isInteractive: false }])).toBeUndefined();
});

test('in another language an element is known by what is no language', () => {
  const translated = [
    makeFingerprint({ ...send, name: 'Lähetä', text: 'Lähetä', neighbours: ['Viesti', 'Peruuta'] }),
    makeFingerprint({ ...cancel, name: 'Peruuta', text: 'Peruuta', neighbours: ['Lähetä'] }),
    makeFingerprint({ ...preview, name: 'Esikatsele', text: 'Esikatsele', neighbours: [] }),
  ];
  expect(choose(translated)).toBe(0);
  // The same change of this one element alone is another button.
  expect(choose([translated[0] ?? send, cancel, preview])).toBeUndefined();
});

test('buttons without a word are distinguished by what they stand among', () => {
  const icon = makeFingerprint({ name: '', classes: ['icon', 'save'], neighbours: ['Untitled'] });
  const open = makeFingerprint({ ...icon, classes: ['icon', 'open'], neighbours: [], ordinal: 4 });
  const iconFingerprint = toTargetFingerprint(icon, [open], 'action');
  const moved = { ...icon, box: { ...icon.box, y: 20 } };
  const find = (candidates: readonly ElementFingerprint[]) =>
    chooseElement({ fingerprint: iconFingerprint, candidates, purpose: 'action' })?.index;
  expect(find([open, moved])).toBe(1);
  expect(find([open])).toBeUndefined();
});

const price = makeFingerprint({
  tag: 'dd',
  role: 'definition',
  name: '',
  text: '£12.50',
  label: 'Price',
  isInteractive: false,
});
const weight = makeFingerprint({ ...price, text: '480 g', label: 'Weight', ordinal: 1 });
const priceFingerprint = toTargetFingerprint(price, [weight], 'field');

function chooseField(candidates: readonly ElementFingerprint[]): number | undefined {
  return chooseElement({ fingerprint: priceFingerprint, candidates, purpose: 'field' })?.index;
}

test('a field is known by its label, whatever it says today', () => {
  const today = { ...price, text: '£18.00', classes: ['new'], parent: redesigned.parent };
  expect(chooseField([weight, today])).toBe(1);
});

test('a field under another label, or of another kind, is another field', () => {
  expect(chooseField([{ ...price, label: 'Deposit' }])).toBeUndefined();
  expect(chooseField([{ ...price, text: 'on request' }])).toBeUndefined();
});

test('of two fields that only their headings distinguish the one under the same heading is chosen', () => {
  const tea = { ...price, heading: 'Green tea', neighbours: ['Tea of the spring'] };
  const coffee = { ...price, heading: 'Mocha', neighbours: ['Coffee of Yemen'], text: '£9.00' };
  const input = { fingerprint: toTargetFingerprint(tea, [coffee], 'field'), purpose: 'field' };
  const today = { ...tea, text: '£18.00' };
  const candidates = [coffee, today];
  expect(input.fingerprint.unique).toEqual([]);
  expect(chooseElement({ ...input, purpose: 'field', candidates })?.index).toBe(1);
});

test('repeated elements are known by how they are built, not by what the first of them says', () => {
  const item = makeFingerprint({
    tag: 'li',
    classes: ['product'],
    name: '',
    text: 'Brass lamp £30',
  });
  const menu = makeFingerprint({ ...item, classes: ['menu-item'], parent: redesigned.parent });
  const items = toTargetFingerprint(item, [menu], 'items');
  const next = { ...item, text: 'Wool throw £95', neighbours: ['Kettle'], box: redesigned.box };
  expect(
    chooseElement({ fingerprint: items, candidates: [menu, next], purpose: 'items' })?.index,
  ).toBe(1);
  expect(
    chooseElement({ fingerprint: items, candidates: [menu], purpose: 'items' }),
  ).toBeUndefined();
});

/** As `makeFingerprint`, in a place of the form. */
function inForm(place: readonly string[], given: Partial<ElementFingerprint>): ElementFingerprint {
  const indexedPath = ['html', 'body', 'form', ...place].map((step) =>
    step.includes(':') ? step : `${step}:nth-of-type(1)`,
  );
  return makeFingerprint({ indexedPath, ...given });
}

const div = { tag: 'div', id: '', classes: [] };

test('what stands around the best and says something else does not take its place when the best is refused', () => {
  const shared = { classes: ['btn', 'primary'], attributes: { 'data-testid': 'send' } };
  const item = inForm(['button:nth-of-type(2)', 'button'], {
    ...shared,
    id: 'cancel',
    neighbours: ['Cancel'],
    ordinal: 1,
    parent: div,
  });
  const rival = inForm(['button', 'button:nth-of-type(2)'], {
    ...shared,
    name: 'Cancel',
    id: 'cancel',
    neighbours: ['Send', 'Your message'],
    ordinal: 2,
    parent: div,
  });
  const around = inForm(['button'], {
    ...shared,
    name: 'Post',
    id: 'x1',
    neighbours: ['Cancel'],
    ordinal: 1,
  });
  const items = toTargetFingerprint(item, [rival], 'items');
  const find = (candidates: readonly ElementFingerprint[]) =>
    chooseElement({ fingerprint: items, candidates, purpose: 'items' })?.index;
  expect(find([rival, around])).toBeUndefined();
  // Without the rival in it, it is the best itself.
  expect(find([around])).toBe(0);
});

describe('on a page in another language, an element whose words are other ones', () => {
  const kept = { classes: ['btn'], neighbours: ['Your message', 'Cancel'] };
  const cancelled = inForm(['button:nth-of-type(2)'], {
    ...kept,
    name: 'Cancel',
    id: 'cancel',
    ordinal: 2,
    parent: div,
  });
  const sent = inForm(['span'], { ...kept, ordinal: 1, parent: div });
  const primary = inForm(['button'], {
    id: 'cancel',
    classes: ['btn', 'primary'],
    attributes: { 'data-testid': 'send' },
    neighbours: ['Send', 'Your message'],
    ordinal: 2,
  });
  const found = toTargetFingerprint(cancelled, [sent, primary], 'action');
  const finnish = { neighbours: ['Viesti', 'Peruuta'], heading: 'Yhteys' };
  const translated = makeFingerprint({
    ...cancelled,
    ...finnish,
    name: 'Peruuta',
    text: 'Peruuta',
  });
  const others = [
    makeFingerprint({ ...sent, ...finnish, name: 'Lähetä', text: 'Lähetä' }),
    makeFingerprint({
      ...primary,
      name: 'Lähetä',
      text: 'Lähetä',
      neighbours: ['Lähetä', 'Viesti'],
      heading: 'Yhteys',
    }),
    // Within the element itself.
    inForm(['button:nth-of-type(2)', 'span'], {
      neighbours: ['Peruuta'],
      heading: 'Yhteys',
      name: 'Lähetä',
      id: 'send',
      classes: ['css-1'],
      ordinal: 2,
      parent: div,
    }),
    inForm(['span'], {
      name: 'Postita',
      id: 'cancel',
      neighbours: [],
      heading: 'Yhteys',
      parent: div,
    }),
  ];
  const find = (candidates: readonly ElementFingerprint[]) =>
    chooseElement({ fingerprint: found, candidates, purpose: 'action' })?.index;

  test('is chosen where it leads by markup alone', () => {
    expect(found.unique).toEqual([]);
    expect(find([translated, ...others])).toBe(0);
  });

  test('is not chosen where another one is nearly as alike without words', () => {
    const testId = { attributes: { 'data-testid': 'send' } };
    const own = { ...testId, classes: ['css-1'], neighbours: [] };
    const now = inForm(['button', 'button'], {
      ...own,
      name: 'Send now',
      id: 'x1',
      ordinal: 2,
      parent: div,
    });
    const post = inForm(['span'], { ...own, name: 'Post', id: 'cancel', ordinal: 1 });
    const candidates = [
      makeFingerprint({
        ...now,
        name: 'Lähetä heti',
        text: 'Lähetä heti',
        id: 'x9',
        heading: 'Yhteys',
      }),
      inForm(['span'], { ...finnish, ...testId, name: 'Postita', id: 'x1', ordinal: 2 }),
      inForm(['span'], {
        ...testId,
        name: 'Esikatsele',
        id: 'send',
        classes: ['btn', 'primary'],
        neighbours: [],
        heading: 'Yhteys',
        ordinal: 1,
        parent: div,
      }),
    ];
    const shared = toTargetFingerprint(now, [post], 'action');
    expect(chooseElement({ fingerprint: shared, candidates, purpose: 'action' })).toBeUndefined();
  });

  test('is not chosen where it says nothing and only its place sets it apart', () => {
    const icon = makeFingerprint({ name: '', classes: ['icon'], role: 'button' });
    const words = makeFingerprint({ name: 'Cancel', ordinal: 3 });
    const silent = toTargetFingerprint(icon, [words], 'action');
    const now = makeFingerprint({ ...icon, ...finnish });
    const far = { ...now, box: { x: 900, y: 1_600, width: 20, height: 90 } };
    const search = (...candidates: readonly ElementFingerprint[]) =>
      chooseElement({ fingerprint: silent, candidates, purpose: 'action' })?.index;
    expect(search(now)).toBe(0);
    expect(search(now, far)).toBeUndefined();
    expect(search(now, { ...far, classes: ['other'], tag: 'a' })).toBe(0);
  });

  test('is chosen among items whoever else leads: they are known by markup', () => {
    const item = inForm(['button', 'button'], {
      name: 'Preview',
      id: 'send',
      classes: ['css-1'],
      ordinal: 2,
      parent: div,
      neighbours: [],
    });
    const menu = inForm(['button'], {
      name: 'Post',
      id: 'cancel',
      classes: ['css-1'],
      ordinal: 1,
      parent: div,
    });
    const twin = inForm(['button:nth-of-type(2)'], {
      name: 'Cancel',
      id: 'send',
      classes: ['css-1'],
      ordinal: 2,
      neighbours: ['Send', 'Your message'],
    });
    const items = toTargetFingerprint(item, [menu, twin], 'items');
    const candidates = [
      makeFingerprint({
        ...item,
        name: 'Esikatsele',
        text: 'Esikatsele',
        id: 'x9',
        heading: 'Yhteys',
      }),
      makeFingerprint({
        ...twin,
        name: 'Peruuta',
        text: 'Peruuta',
        neighbours: ['Lähetä', 'Viesti'],
        heading: 'Yhteys',
      }),
    ];
    expect(chooseElement({ fingerprint: items, candidates, purpose: 'items' })?.index).toBe(0);
  });
});
