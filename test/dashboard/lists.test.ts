import { expect, test } from 'vitest';
import { serviceRecipes } from '../../src/web/dashboard/mount-studio.ts';
import { memoryStore } from '../../src/storage/stores/sqlite-store.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { dataOf, openDashboard } from './open-dashboard.ts';

test('the dashboard’s and the studio’s lists of recipes and versions ask for no document', async () => {
  const store = memoryStore();
  const asked: string[] = [];
  const stage = await openDashboard({
    store: {
      ...store,
      recipes: {
        ...store.recipes,
        find(reference) {
          asked.push('a recipe');
          return store.recipes.find(reference);
        },
        findVersion(reference) {
          asked.push('a version');
          return store.recipes.findVersion(reference);
        },
      },
    },
  });
  const { service, account, recipeId } = stage;
  const document = { ...shopRecipe(), title: 'Lamps' };
  await service.recipes.put({ account, id: recipeId, document });
  asked.length = 0;
  const bytes = Buffer.byteLength(JSON.stringify(document));
  const parameters = { id: recipeId };
  expect(await dataOf(stage, 'GET /recipes')).toMatchObject({
    recipes: [{ id: recipeId, title: 'Lamps', bytes, revision: 2, enabled: true }],
  });
  expect(await dataOf(stage, 'GET /recipes/{id}/versions', { parameters })).toMatchObject({
    versions: [
      { revision: 2, title: 'Lamps', bytes },
      { revision: 1, title: shopRecipe().title },
    ],
  });
  const studio = serviceRecipes(service);
  expect(await studio.list(account)).toMatchObject([{ id: recipeId, title: 'Lamps', version: 2 }]);
  expect(await studio.listVersions(account, recipeId)).toMatchObject([
    { title: 'Lamps', version: 2 },
    { title: shopRecipe().title, version: 1 },
  ]);
  expect(await studio.listVersions(account, 'unknown')).toEqual([]);
  expect(asked).toEqual([]);
  // What shows a document does ask for it.
  await dataOf(stage, 'GET /recipes/{id}', { parameters });
  expect(asked).toEqual(['a recipe']);
});
