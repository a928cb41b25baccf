import { argv, kill, pid } from 'node:process';
import { createGleaner } from '../../src/index.ts';
import { createService } from '../../src/service/create-service.ts';
import { sqliteStore } from '../../src/storage/stores/sqlite-store.ts';
import { shopRecipe } from '../support/shop-recipe.ts';
import { stubBrowser } from '../support/stub-browser.ts';
import { lampPage, stubFetcher } from '../support/stub-fetcher.ts';

/**
 * A process that serves on a folder. `hang`: its run never ends. `die`: it is killed after it marked a webhook as
 * attempted and before it connects. `end`: it does its work, closes, and must then end by itself.
 */
const [folder = '', mode = 'end', webhookUrl = 'https://hooks.example/'] = argv.slice(2);
const store = sqliteStore({ folder });
const service = createService({
  store,
  gleaner: createGleaner({
    fetcher: stubFetcher(lampPage),
    browser: stubBrowser({
      pages: [[{ name: ['Lamp'], price: ['1'] }]],
      beforePage: () => (mode === 'hang' ? new Promise(() => {}) : undefined),
    }),
    egress: {
      allowPrivate: ['127.0.0.1/32'],
      lookup() {
        // The attempt is marked by now, and nothing is connected.
        if (mode === 'die') kill(pid, 'SIGKILL');
        return Promise.reject(new Error('There are no names here.'));
      },
    },
  }),
});
await service.start();
const { id: account } = await service.accounts.create({ credits: 100 });
await service.accounts.setWebhook(account, { url: webhookUrl });
const { id: recipeId } = await service.recipes.put({ account, document: shopRecipe() });
const { id } = await service.dispatchRun({ account, recipeId });
console.log(JSON.stringify({ account, id }));
if (mode === 'end') {
  await service.schedules.put({ account, recipeId, cron: '* * * * *' });
  await service.extract({ url: 'https://shop.test/', prompt: 'price' }, { account });
  await service.close();
  await store.close();
}
