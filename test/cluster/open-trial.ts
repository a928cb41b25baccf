import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { createGleaner } from '../../src/index.ts';
import {
  createService,
  postgresStore,
  type PlanCaps,
  type Service,
} from '../../src/service/index.ts';
import { serveReceiver, type Receiver } from '../support/serve-receiver.ts';
import { startChromium } from '../support/start-chromium.ts';
import { startPostgres, type PostgresServer } from '../support/start-postgres.ts';
import { openStallingProxy } from './stalling-proxy.ts';
import { createMember, type Member } from './start-member.ts';
import type { TrialAccount } from './trial-client.ts';

/** A cluster of real processes on a database, pages, a model, a browser and a receiver of webhooks of its own. */
export interface OpenTrial extends AsyncDisposable {
  readonly postgres: PostgresServer;
  readonly receiver: Receiver;
  /** Of the pages. */
  readonly origin: string;
  readonly members: readonly Member[];
  /** A service in this process, on the same database, which works on nothing by itself. */
  readonly service: Service;
}

/** Starts everything; the processes may still be on their way. */
export async function openTrial(input: {
  readonly servers: number;
  readonly workers: number;
}): Promise<OpenTrial> {
  const ends = new AsyncDisposableStack();
  try {
    const postgres = await startPostgres({ isDurable: true });
    ends.defer(() => postgres.remove());
    const site = await startSite();
    ends.defer(() => site.close());
    const browser = await startChromium();
    ends.defer(() => browser.kill());
    const receiver = await serveReceiver();
    ends.defer(() => receiver.close());
    const members: Member[] = [];
    for (let index = 0; index < input.servers + input.workers; index += 1) {
      const kind = index < input.servers ? 'server' : 'worker';
      const proxy = await openStallingProxy(Number(new URL(postgres.url).port));
      ends.defer(() => proxy.close());
      const member = createMember({
        name: `${kind} ${index + 1}`,
        kind,
        proxy,
        port: await findPort(),
        databaseUrl: postgres.url,
        environment: {
          GLEANER_ALLOW_PRIVATE: '127.0.0.1/32',
          GLEANER_MODEL_URL: site.modelUrl,
          GLEANER_MODEL: 'scripted',
          GLEANER_CDP_URL: browser.url,
          GLEANER_RUN_TIMEOUT_MS: '20000',
          GLEANER_WEBHOOK_TIMEOUT_MS: '3000',
        },
      });
      members.push(member);
      ends.defer(async () => void (await member.signal('SIGKILL')));
      member.start();
    }
    const store = postgresStore({ connectionString: postgres.url });
    ends.defer(() => store.close());
    const gleaner = createGleaner({ browser: false, egress: { allowPrivate: ['127.0.0.1/32'] } });
    ends.defer(() => gleaner.close());
    const service = createService({ store, gleaner });
    ends.defer(() => service.close({ drainMs: 0 }));
    const { origin } = site;
    return {
      postgres,
      receiver,
      origin,
      members,
      service,
      [Symbol.asyncDispose]: () => ends.disposeAsync(),
    };
  } catch (error) {
    await ends.disposeAsync();
    throw error;
  }
}

const openingCredits = 100_000_000;

/** An account with a key and two recipes. */
export async function addAccount(
  { service, origin }: OpenTrial,
  label: string,
  plan: Partial<PlanCaps>,
): Promise<TrialAccount> {
  const { id } = await service.accounts.create({ credits: openingCredits, plan });
  const { key } = await service.keys.create({ account: id, label });
  const put = async (page: string): Promise<string> => {
    const document = toRecipe(`${origin}/${page}`);
    return (await service.recipes.put({ account: id, document })).id;
  };
  return { id, key, recipes: { list: await put('list'), slow: await put('slow') } };
}

function toRecipe(url: string): object {
  const fields = {
    name: { selectors: ['.name'] },
    price: { selectors: ['.price'], type: 'number' },
  };
  return {
    title: 'Lamps',
    steps: [
      { type: 'navigate', url },
      { type: 'customStep', name: 'extract', parameters: { items: ['.item'], fields } },
      { type: 'customStep', name: 'paginate', parameters: { next: ['a[rel=next]'] } },
    ],
  };
}

interface TrialSite {
  readonly origin: string;
  readonly modelUrl: string;
  close(): Promise<void>;
}

async function startSite(): Promise<TrialSite> {
  const script = path.join(import.meta.dirname, '../servers/trial-site.ts');
  const child = spawn(execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const { origin, modelUrl } = JSON.parse(String(value)) as Omit<TrialSite, 'close'>;
  return {
    origin,
    modelUrl,
    async close() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
