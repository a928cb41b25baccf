import { expect, test } from 'vitest';
import { makeFingerprint } from '../../../test/support/make-fingerprint.ts';
import type { ElementFingerprint } from '../../runtime/contracts/recipe/fingerprint.ts';
import { chooseElement, listNearest } from './choose-element.ts';
import { toTargetFingerprint } from './target-fingerprint.ts';

/** The same control as other markup has it: other tags, ids, classes and nesting, elsewhere on the page. */
function rewrite(
  element: ElementFingerprint,
  changes: Partial<ElementFingerprint> = {},
): ElementFingerprint {
  return {
    ...element,
    id: '',
    classes: [`css-${element.ordinal}f`],
    attributes: {},
    tagPath: ['html', 'body', 'div', 'div', 'app-row', 'span'],
    indexedPath: ['html', 'body', 'div', 'div', `app-row:nth-of-type(${element.ordinal})`, 'span'],
    parent: { tag: 'app-row', id: '', classes: ['css-9z'] },
    landmarks: [],
    box: { ...element.box, x: element.box.x + 300, y: element.box.y + 120 },
    ...changes,
  };
}

function checkBox(row: string, ordinal: number): ElementFingerprint {
  return makeFingerprint({
    tag: 'input',
    role: 'checkbox',
    name: '',
    text: '',
    classes: ['toggle'],
    attributes: { type: 'checkbox' },
    tagPath: ['html', 'body', 'main', 'ul', 'li', 'input'],
    indexedPath: ['html', 'body', 'main', 'ul#list', `li:nth-of-type(${ordinal})`, 'input'],
    parent: { tag: 'li', id: '', classes: ['task'] },
    row,
    neighbours: [row],
    ordinal,
    box: { x: 40, y: 100 + 30 * ordinal, width: 20, height: 20 },
  });
}

function search(
  [target, ...others]: readonly ElementFingerprint[],
  candidates: readonly ElementFingerprint[],
): { readonly found: number | undefined; readonly against: readonly string[] } {
  const fingerprint = toTargetFingerprint(target ?? makeFingerprint(), others, 'action');
  const input = { fingerprint, candidates, purpose: 'action' } as const;
  return {
    found: chooseElement(input)?.index,
    against: listNearest(input, 3).map(({ mismatch }) => mismatch),
  };
}

const milk = checkBox('Buy milk', 1);
const dog = checkBox('Walk the dog', 2);
const stamps = checkBox('Buy stamps', 3);

test('on a rewritten page a check box is that of the row that says the same', () => {
  const rewritten = [rewrite(stamps), rewrite(dog), rewrite(milk)];
  expect(search([milk, dog, stamps], rewritten).found).toBe(2);
  expect(search([dog, milk, stamps], rewritten).found).toBe(1);
});

test('without its row a check box is refused, however alike the others are', () => {
  expect(search([milk, dog, stamps], [dog, stamps])).toEqual({
    found: undefined,
    against: ['row', 'row'],
  });
  expect(search([milk, dog, stamps], [rewrite(dog), rewrite(stamps)]).found).toBeUndefined();
  const longer = rewrite(milk, { row: 'Buy milk and two dozen eggs' });
  expect(search([milk, dog, stamps], [longer, rewrite(dog)]).found).toBeUndefined();
});

test('a check box that is called by its row is the one beside the same words', () => {
  const labelled = rewrite(milk, { name: 'Buy milk', label: 'Buy milk' });
  const other = rewrite(dog, { name: 'Walk the dog', label: 'Walk the dog' });
  expect(search([milk, dog, stamps], [other, labelled]).found).toBe(1);
  expect(search([labelled, other], [rewrite(dog), rewrite(milk)]).found).toBe(1);
});

test('two rows that say the same are not told apart', () => {
  expect(search([milk, dog], [rewrite(milk), rewrite(milk), rewrite(dog)]).found).toBeUndefined();
});

test('rows that are alike but for a number are told apart by it', () => {
  const orders = [1041, 1042, 1043].map((number) => checkBox(`Order ${number} of May`, number));
  const rewritten = orders.map((order) => rewrite(order));
  expect(search(orders, rewritten).found).toBe(0);
  expect(search(orders, rewritten.slice(1, 2)).against).toEqual(['row']);
  const priced = checkBox('Tent £24.00 Open', 1);
  const paid = rewrite(priced, { row: 'Tent £24.00 Paid' });
  expect(search([priced, checkBox('Kayak £12.00 Open', 2)], [paid]).found).toBe(0);
});

const remove = { name: 'Delete', text: '×' };

test('a button of a list is known in its row, whether or not its name repeats the row', () => {
  const buttons = [milk, dog].map((row) => makeFingerprint({ ...row, ...remove, role: 'button' }));
  const named = buttons.map((button) =>
    rewrite(button, { name: `Delete ${button.row}`, text: 'Delete' }),
  );
  expect(search(buttons, named).found).toBe(0);
  expect(search(named, buttons.toReversed()).found).toBe(1);
  expect(search(buttons, named.slice(1)).found).toBeUndefined();
});

test('“More” is not “Remove”, however many words of the row both have', () => {
  const row = { row: 'White Peony Buds £14.80', ordinal: 1 };
  const [fewer, more, drop] = ['Fewer', 'More', 'Remove'].map((verb) =>
    makeFingerprint({ ...row, name: `${verb} White Peony Buds`, text: verb.slice(0, 1) }),
  );
  const buttons = [fewer, more, drop].map((each) => rewrite(each ?? milk));
  expect(search([drop ?? milk], buttons).found).toBe(2);
  expect(search([drop ?? milk], buttons.slice(0, 2)).found).toBeUndefined();
});

test('the word that an icon is drawn from is no name', () => {
  const row = { row: 'White Peony Buds £14.80' };
  const drop = makeFingerprint({ ...row, name: 'Remove', text: '×' });
  const minus = rewrite(drop, { name: 'Fewer', text: 'remove' });
  expect(search([drop], [minus]).found).toBeUndefined();
  expect(search([drop], [minus, rewrite(drop, { text: 'close' })]).found).toBe(1);
});

const field = makeFingerprint({
  tag: 'input',
  role: 'textbox',
  name: 'What needs to be done?',
  text: '',
  id: 'new',
  classes: ['new-todo'],
  attributes: { placeholder: 'What needs to be done?' },
  neighbours: ['Tasks'],
});
const save = makeFingerprint({ name: 'Save', neighbours: ['Tasks', 'Cancel'] });

test('a text field is the one with the same words, be they its placeholder, its label or its name', () => {
  const moved = [
    rewrite(field, { attributes: { placeholder: 'What needs to be done?' } }),
    rewrite(field, { name: '', label: 'What needs to be done?' }),
    rewrite(field, { name: 'New task', attributes: { placeholder: 'What needs to be done?' } }),
  ];
  for (const one of moved) expect(search([field, save], [rewrite(save), one]).found).toBe(1);
});

test('two fields with the same placeholder are one too many', () => {
  const twin = rewrite(field, { ordinal: 2 });
  expect(search([field, save], [rewrite(field), twin]).found).toBeUndefined();
});

test('a field that is also called like another one is not taken for it', () => {
  const boat = makeFingerprint({ ...field, name: 'Boat', label: 'Boat', attributes: {} });
  const placeholder = { placeholder: 'Name of the boat' };
  const find = makeFingerprint({ ...field, name: 'Name of the boat', attributes: placeholder });
  const labelled = rewrite(find, { name: 'Boat', label: 'Boat', attributes: placeholder });
  expect(search([boat, find], [labelled])).toEqual({ found: undefined, against: ['rival'] });
  expect(search([boat, find], [labelled, rewrite(boat)]).found).toBe(1);
});

test('a button with another name is another button, be it the only one of its form', () => {
  const others = ['Delete', 'Save draft'].map((name) => rewrite(save, { name, text: name }));
  for (const other of others) {
    expect(search([save, field], [rewrite(field), other])).toMatchObject({
      found: undefined,
      against: ['words', 'kind'],
    });
  }
});

test('a button is no text field, whatever it is called', () => {
  const button = rewrite(field, { tag: 'button', role: 'button', text: 'What needs to be done?' });
  expect(search([field, save], [button]).against).toEqual(['kind']);
  expect(search([field, save], [button, rewrite(field)]).found).toBe(1);
});

test('a field without a word is known as the only one of its page', () => {
  const silent = makeFingerprint({ ...field, name: '', attributes: {}, heading: 'Tasks' });
  const now = rewrite(silent, { landmarks: silent.landmarks });
  expect(search([silent, save], [rewrite(save), now]).found).toBe(1);
  expect(search([silent, save], [now, rewrite(silent, { ordinal: 2 })]).found).toBeUndefined();
});

test('on another page a button of the same name is another button', () => {
  const next = makeFingerprint({ name: 'Next', neighbours: ['Previous', 'RecordedEntries mark'] });
  const previous = makeFingerprint({ name: 'Previous', neighbours: ['Next', 'Copies'] });
  const elsewhere = { heading: 'Step two', neighbours: ['Delivery address', 'Terms'] };
  const others = ['Coupon', 'Payment', 'Newsletter'].map((name) =>
    rewrite(previous, { ...elsewhere, name, text: name }),
  );
  expect(search([next, previous], [rewrite(next, elsewhere), ...others]).found).toBeUndefined();
  expect(search([next, previous], [rewrite(next), ...others]).found).toBe(0);
});

test('an address that was the link’s alone stands for its row', () => {
  const [first, second] = [1, 2].map((id) =>
    makeFingerprint({
      tag: 'a',
      role: 'link',
      name: 'Details',
      attributes: { href: `/trips/${id}` },
      row: `Trip ${id === 1 ? 'Harbour' : 'Airport'}`,
    }),
  );
  const renamed = [second, first].map((link) => ({
    ...(link ?? save),
    row: 'Zug',
  }));
  expect(search([first ?? save, second ?? save], renamed).found).toBe(1);
});
