import { argv, stdin } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGleaner } from '../../src/index.ts';
import { createService, pgBossQueue, postgresStore } from '../../src/service/index.ts';
import { stubBrowser } from '../support/stub-browser.ts';

/** A worker of one slot on a database, whose only page takes so many milliseconds. Works until its input ends. */
const [connectionString = '', pageMs = ''] = argv.slice(2);
const store = postgresStore({ connectionString });
const queue = pgBossQueue({ connectionString, concurrency: 1 });
const gleaner = createGleaner({
  browser: stubBrowser({
    pages: [[{ name: ['Lamp'], price: ['£1'] }]],
    beforePage: () => sleep(Number(pageMs)),
  }),
});
const service = createService({ store, queue, gleaner });
await service.start();
console.log('working');
stdin.resume();
await new Promise((resolve) => stdin.once('end', resolve));
await service.close();
await queue.close();
await gleaner.close();
await store.close();
