import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeClock } from '../testing/fake-clock.ts';
import type { StudioRecipes } from './api/studio-draft.ts';
import { folderRecipes, memoryRecipes } from './saved-recipes.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'recipes-'));
});

afterEach(() => rm(folder, { recursive: true }));

const toRecipe = (title: string) => ({ title, steps: [] });

const kinds: readonly (readonly [string, () => StudioRecipes])[] = [
  ['a folder', () => folderRecipes(folder)],
  ['memory', () => memoryRecipes(fakeClock())],
];

test.each(kinds)('%s keeps each save as a version', async (_kind, create) => {
  const recipes = create();
  const { id } = await recipes.save('ann', { document: toRecipe('Lamps') });
  const [second, third] = await Promise.all([
    recipes.save('ann', { id, document: toRecipe('Lamps 2') }),
    recipes.save('ann', { id, document: toRecipe('Lamps 3') }),
  ]);
  expect([second.version, third.version]).toEqual([2, 3]);
  expect(await recipes.list('ann')).toMatchObject([{ id, title: 'Lamps 3', version: 3 }]);
  expect(await recipes.find('ann', { id })).toMatchObject({ document: toRecipe('Lamps 3') });
  expect(await recipes.find('ann', { id, version: 1 })).toMatchObject({ title: 'Lamps' });
  expect(await recipes.find('ann', { id, version: 9 })).toBeUndefined();
  const versions = await recipes.listVersions('ann', id);
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  const unknown = recipes.save('ann', { id: 'none', document: toRecipe('x') });
  await expect(unknown).rejects.toMatchObject({ code: 'not_found' });
  const late = recipes.save('ann', { id, from: 2, document: toRecipe('x') });
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
  expect(await recipes.save('ann', { id, from: 3, document: toRecipe('x') })).toMatchObject({
    version: 4,
  });
});

test('memory keeps the recipes of owners apart', async () => {
  const recipes = memoryRecipes(fakeClock());
  const { id } = await recipes.save('ann', { document: toRecipe('Lamps') });
  expect(await recipes.list('bob')).toEqual([]);
  expect(await recipes.find('bob', { id })).toBeUndefined();
});

test('the newest version is a file as the run command takes it, changes by hand are versions, too', async () => {
  const recipes = folderRecipes(folder);
  await writeFile(path.join(folder, 'mine.json'), JSON.stringify(toRecipe('By hand')));
  await writeFile(path.join(folder, 'package.json'), '{"name": "other"}');
  expect(await recipes.list('me')).toMatchObject([{ id: 'mine', title: 'By hand', version: 1 }]);
  await recipes.save('me', { id: 'mine', document: toRecipe('Saved') });
  expect(JSON.parse(await readFile(path.join(folder, 'mine.json'), 'utf8'))).toEqual(
    toRecipe('Saved'),
  );
  expect(await recipes.find('me', { id: 'mine', version: 1 })).toMatchObject({ title: 'By hand' });
  await writeFile(path.join(folder, 'mine.json'), JSON.stringify(toRecipe('Again by hand')));
  expect(await recipes.find('me', { id: 'mine' })).toMatchObject({
    title: 'Again by hand',
    version: 3,
  });
  expect((await readdir(folder)).toSorted()).toEqual(['.versions', 'mine.json', 'package.json']);
});

test('two recipes of one title have files of their own', async () => {
  const recipes = folderRecipes(folder);
  const first = await recipes.save('me', { document: toRecipe('Blue Lamps!') });
  const second = await recipes.save('me', { document: toRecipe('Blue Lamps!') });
  expect([first.id, second.id]).toEqual(['blue-lamps', 'blue-lamps-2']);
});

test.each(['../secret', '.versions', 'a/b', '..', ''])(
  'no id leads out of the folder: %j',
  async (id) => {
    const recipes = folderRecipes(path.join(folder, 'inner'));
    await writeFile(path.join(folder, 'secret.json'), JSON.stringify(toRecipe('Secret')));
    expect(await recipes.find('me', { id })).toBeUndefined();
    await expect(recipes.save('me', { id, document: toRecipe('x') })).rejects.toMatchObject({
      code: 'not_found',
    });
  },
);
