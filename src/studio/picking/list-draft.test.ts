import { expect, test } from 'vitest';
import {
  type DraftField,
  type ListDraft,
  dropField,
  renameField,
  retypeField,
  setFieldOptional,
  setFieldSelectors,
} from './list-draft.ts';

const price: DraftField = {
  name: 'price',
  type: 'string',
  selectors: ['.price'],
  attribute: undefined,
  isList: false,
  isOptional: false,
  samples: ['£5'],
  isAdded: false,
};
const draft: ListDraft = {
  kinds: undefined,
  selectors: [],
  fields: [{ ...price, name: 'title', selectors: ['h2'] }, price],
  dropped: [],
  others: [],
};

test('an edit changes one field and leaves the draft before it as it was', () => {
  expect(renameField(draft, 'price', ' cost ').fields[1]).toEqual({ ...price, name: 'cost' });
  expect(retypeField(draft, 'price', 'number').fields[1]).toEqual({ ...price, type: 'number' });
  expect(setFieldOptional(draft, 'price', true).fields[1]).toEqual({ ...price, isOptional: true });
  const selectors = ['.amount', '.price'];
  expect(setFieldSelectors(draft, 'price', selectors).fields[1]).toEqual({ ...price, selectors });
  expect(dropField(draft, 'price')).toMatchObject({ fields: [draft.fields[0]], dropped: [price] });
  expect(draft.fields[1]).toBe(price);
});

test('an edit of what is not there, or to what cannot be, is refused', () => {
  expect(() => retypeField(draft, 'cost', 'number')).toThrow('The draft has no field "cost".');
  expect(() => renameField(draft, 'price', 'title')).toThrow('a field "title" already');
  expect(() => renameField(draft, 'price', ' ')).toThrow('1 to 100 characters');
  expect(() => setFieldSelectors(draft, 'price', [])).toThrow('needs a selector');
});
