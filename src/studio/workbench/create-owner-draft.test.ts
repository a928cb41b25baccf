import { expect, test } from 'vitest';
import { createDraftSecrets } from '../draft/create-draft-secrets.ts';
import { createOwnerDraft } from './create-owner-draft.ts';
import type { RecipeDocument } from '../draft/recipe-document.ts';

function withNote(length: number): RecipeDocument {
  return {
    title: 't',
    steps: [{ type: 'navigate', url: 'https://a.test/' }],
    note: 'x'.repeat(length),
  };
}

const bytes = Buffer.byteLength(JSON.stringify(withNote(10)));
const refusal = expect.objectContaining({
  code: 'invalid_request',
  message: expect.stringContaining(`${bytes + 1} bytes as JSON, and may have ${bytes}`) as string,
}) as Error;

test('a draft grows up to its bytes, whichever way it is changed', () => {
  let changes = 0;
  const draft = createOwnerDraft(createDraftSecrets(), () => (changes += 1));
  draft.bound(bytes);
  draft.change(withNote(10));
  const ways = [
    () => draft.change(withNote(11)),
    () => draft.amend(withNote(11)),
    () => draft.open(withNote(11), { id: 'r1', version: 1 }, undefined),
  ];
  for (const way of ways) expect(way).toThrow(refusal);
  expect([draft.document(), draft.view().source, changes]).toEqual([withNote(10), undefined, 1]);
  // What runs have learnt is left out where there is no room for it.
  draft.learn(withNote(11));
  expect(draft.document()).toEqual(withNote(10));
  draft.bound(bytes + 1);
  draft.change(withNote(11));
  expect(draft.document()).toEqual(withNote(11));
});

test('a draft that is larger than a new bound may still get smaller, and be undone', () => {
  const draft = createOwnerDraft(createDraftSecrets(), () => undefined);
  draft.change(withNote(10));
  draft.change(withNote(30));
  draft.bound(bytes - 5);
  draft.change(withNote(20));
  expect(() => draft.change(withNote(21))).toThrow('may have');
  draft.undo();
  expect(draft.document()).toEqual(withNote(30));
});
