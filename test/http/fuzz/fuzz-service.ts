import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { Agent, request } from 'undici';
import type { Browser } from '../../../src/runtime/contracts/browser.ts';
import type { Page } from '../../../src/runtime/contracts/fetcher.ts';
import type { Service } from '../../../src/service/create-service.ts';
import { scriptedModel, type ScriptedModelCall } from '../../../test-kit/scripted-model.ts';
import { createHttpHandler, serve } from '../../../src/web/http/index.ts';
import { addCustomer, item, openService, untilEnded } from '../../support/open-service.ts';
import { createRandom } from '../../support/random-operations.ts';
import { stubBrowser } from '../../support/stub-browser.ts';
import { lampPage } from '../../support/stub-fetcher.ts';
import { checkEnvelope, createContractCheck, type Answer } from '../check-answer.ts';
import { arbitraryRequests, type Operations, type RandomRequest } from './arbitrary-requests.ts';

export interface FuzzOptions {
  /** The same requests and changes for the same seed. */
  readonly seed: number;
  readonly requests: number;
  /** Called now and then, with the requests so far. */
  readonly onProgress?: (requests: number) => void;
  /** What a broken server would have answered: shows that the checks see it. */
  readonly tamper?: (answer: Answer) => Answer;
}

/** What came of a run in which nothing broke. */
export interface FuzzReport {
  /** Answers by operation and status, e.g. `POST /scrape 200`. */
  readonly answers: ReadonlyMap<string, number>;
  /** What was played beside lone requests, by name. */
  readonly changes: ReadonlyMap<string, number>;
}

/** An account as the player knows it. */
interface Actor {
  readonly name: string;
  readonly account: string;
  readonly recipeId: string;
  key: { readonly id: string; readonly secret: string };
  revoked: string | undefined;
  run: string;
  standing: 'good' | 'unverified' | 'suspended' | 'leaving';
  /** The last requests with an idempotency key. */
  readonly sent: RandomRequest[];
}

/** Requests that are made at once: their generators take memory. */
const batch = 100;
/** Requests of an actor that may be sent again. */
const maxRemembered = 8;

/** What sites answer, in turns. */
const sites: readonly Partial<Page>[] = [
  { body: new TextEncoder().encode(lampPage) },
  { body: new TextEncoder().encode('<p>Nothing here.</p>'), status: 404 },
  { body: new TextEncoder().encode('Too many'), status: 429 },
  { body: Uint8Array.from([0x50, 0x4b, 3, 4]), headers: { 'content-type': 'application/zip' } },
  { body: new TextEncoder().encode('<ul><li>Lamp</li><li>Chair</li></ul>') },
  { body: new Uint8Array() },
];

/**
 * Plays requests that are made from the OpenAPI document which the server itself serves, by accounts that differ in credits, plan
 * and standing, and changes those in between. Each answer is held against the document, the envelope and the books; rejects
 * at the first that breaks one, with the seed and the number of the request.
 */
export async function fuzzService(options: FuzzOptions): Promise<FuzzReport> {
  const { seed, requests, tamper = (answer) => answer } = options;
  const random = createRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const world = { site: 0, items: 1 };
  const faults: unknown[] = [];
  const { service, clock } = openService({
    fetcher: {
      name: 'made up',
      requests: [],
      fetch: async ({ url }) => ({
        url,
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: new Uint8Array(),
        ...sites[world.site],
      }),
    },
    browser: madeUpBrowser(() => world.items),
    gleaner: { model: forgetfulModel() },
    // What the service tells is of no interest here, and would be kept.
    options: { onEvent: () => undefined },
  });
  await service.start();
  const handler = createHttpHandler(service, {
    onRequest: ({ error }) => error === undefined || faults.push(error),
  });
  const server = await serve({ handler });
  const dispatcher = new Agent();
  const send = async (sent: RandomRequest): Promise<Answer> =>
    tamper(await sendOver(dispatcher, server.url, sent));
  const answers = new Map<string, number>();
  const changes = new Map<string, number>();

  let played = 0;
  try {
    const served = await request(`${server.url}/v1/openapi.json`, { dispatcher });
    const document = (await served.body.json()) as object;
    const check = createContractCheck(document);
    const arbitrary = arbitraryRequests(document as Operations);
    const actors = await addActors(service);

    const playOne = async (made: RandomRequest): Promise<void> => {
      const actor = actors[below(actors.length)];
      assert.ok(actor !== undefined);
      if (below(8) === 0) countIn(changes, await changeWorld(actor));
      const isRepeat = below(6) === 0 && actor.sent.length > 0;
      const chosen = isRepeat ? (actor.sent[below(actor.sent.length)] ?? made) : made;
      const isRevoked = actor.revoked !== undefined && below(20) === 0;
      const sent = fillIn(chosen, actor, isRevoked);
      const idempotencyKey = sent.headers['idempotency-key'];
      const hasKey = idempotencyKey !== undefined && /^\S{1,255}$/.test(idempotencyKey);
      if (hasKey && !isRepeat) remember(actor.sent, chosen);
      const twins = hasKey && below(5) === 0 ? 3 : 1;
      if (twins > 1) countIn(changes, 'sent at once with one key');
      const before = await service.accounts.get(actor.account);
      const got = await Promise.all(Array.from({ length: twins }, () => send(sent)));
      const ran = new Set(got.flatMap((answer) => toRunId(answer) ?? []));
      let ofRuns = 0;
      for (const id of ran) {
        const reference = { account: actor.account, id };
        const run = await untilEnded(service, reference);
        if (id !== actor.run) ofRuns += run.creditsUsed;
        actor.run = id;
      }
      const after = await service.accounts.get(actor.account);
      assert.deepEqual(faults, [], 'faults of the server');
      for (const answer of got) {
        checkEnvelope(answer);
        check.checkDocumented(sent.method, sent.path, answer);
        assert.ok(answer.status < 500 || answer.status === 502, `${answer.status}: ${answer.text}`);
        if (isRevoked) assert.ok(answer.status >= 400, 'a revoked key gets through');
        countIn(answers, `${sent.method} ${toTemplate(sent.path)} ${answer.status}`);
      }
      checkBooks({ actor, got, ofRuns, before, after, isRepeat, isFresh: !hasKey });
    };

    const changeWorld = async (actor: Actor): Promise<string> => {
      const { account } = actor;
      switch (below(7)) {
        case 0: {
          await service.accounts.grant(account, below(12));
          return 'credits granted';
        }
        case 1: {
          // A suspended account changes nothing.
          if (actor.standing === 'suspended') return changeStanding(service, actor, true);
          actor.revoked = actor.key.secret;
          await service.keys.revoke({ account, id: actor.key.id });
          actor.key = await createKey(service, account);
          return 'key revoked';
        }
        case 2: {
          world.site = below(sites.length);
          return 'site changed';
        }
        case 3: {
          world.items = below(4);
          return 'list changed';
        }
        case 4: {
          clock.advance(below(20_000));
          return 'time passed';
        }
        case 5: {
          world.site = 0;
          return 'site mended';
        }
        default:
          return changeStanding(service, actor, below(2) === 0);
      }
    };

    for (let made = 0; played < requests; made += 1) {
      const size = Math.min(batch, requests - played);
      for (const one of fc.sample(arbitrary, { seed: seed + made, numRuns: size })) {
        played += 1;
        try {
          await playOne(one);
        } catch (error) {
          const told = `Request ${played} of seed ${seed} broke the contract: ${JSON.stringify(one).slice(0, 2_000)}`;
          throw new Error(told, { cause: error });
        }
      }
      options.onProgress?.(played);
    }
    for (const { account } of actors) {
      const { credits } = await service.accounts.get(account);
      assert.equal(credits.held, 0, 'credits that stay held');
    }
  } finally {
    await dispatcher.close();
    await server.close();
    await service.close({ drainMs: 0 });
  }
  return { answers, changes };
}

interface Books {
  readonly actor: Actor;
  readonly got: readonly Answer[];
  /** What the runs that began with these requests cost. */
  readonly ofRuns: number;
  readonly before: { readonly credits: { readonly balance: number } };
  readonly after: { readonly credits: { readonly balance: number; readonly held: number } };
  readonly isRepeat: boolean;
  /** Whether the request has no key under which an earlier answer may be kept. */
  readonly isFresh: boolean;
}

/** What was paid is what the answers say, once. */
function checkBooks({ actor, got, ofRuns, before, after, isRepeat, isFresh }: Books): void {
  const paid = before.credits.balance - after.credits.balance;
  const told = got.flatMap(({ body }) => (body.status === 'completed' ? [body.credits_used] : []));
  const most = Math.max(0, ...told) + ofRuns;
  assert.ok(after.credits.balance >= 0, 'a balance below nothing');
  assert.equal(after.credits.held, 0, 'credits that stay held');
  assert.ok(paid === most || (!isFresh && paid === 0), `paid ${paid}, told ${most}`);
  if (actor.standing !== 'good') assert.equal(paid, 0, `an account that is ${actor.standing} paid`);
  if (isFresh && !isRepeat && got.length === 1 && told.length === 1) {
    assert.equal(got[0]?.body.credits_remaining, after.credits.balance, 'credits_remaining');
  }
}

async function addActors(service: Service): Promise<readonly Actor[]> {
  const wide = { requestsPerMinute: 1_000_000, runsPerMonth: 1_000_000, keys: 100_000 };
  const inputs = [
    ['rich', { credits: 10_000_000, plan: wide }],
    ['rich beside it', { credits: 10_000_000, plan: wide }],
    ['poor', { credits: 9, plan: wide }],
    ['unverified', { credits: 100, plan: wide, emailVerified: false }],
    [
      'of a small plan',
      { credits: 10_000, plan: { ...wide, requestsPerMinute: 1, runsPerMonth: 1 } },
    ],
  ] as const;
  const actors: Actor[] = [];
  for (const [name, input] of inputs) {
    const customer = await addCustomer(service, input);
    const key = await createKey(service, customer.account);
    const standing = name === 'unverified' ? 'unverified' : 'good';
    actors.push({ name, ...customer, key, revoked: undefined, run: 'none', standing, sent: [] });
  }
  return actors;
}

async function createKey(service: Service, account: string): Promise<Actor['key']> {
  const { id, key } = await service.keys.create({ account, label: 'fuzz' });
  return { id, secret: key };
}

/** What makes an account good again, by what it is. */
const mends = {
  unverified: ['verifyEmail', 'address confirmed'],
  suspended: ['resume', 'account resumed'],
  leaving: ['cancelDeletion', 'deletion cancelled'],
} as const;

/** Suspends an account or schedules its deletion; the next time undoes it. */
async function changeStanding(service: Service, actor: Actor, suspends: boolean): Promise<string> {
  if (actor.standing !== 'good') {
    const [deed, name] = mends[actor.standing];
    await service.accounts[deed](actor.account);
    actor.standing = 'good';
    return name;
  }
  await service.accounts[suspends ? 'suspend' : 'requestDeletion'](actor.account);
  actor.standing = suspends ? 'suspended' : 'leaving';
  return suspends ? 'account suspended' : 'deletion requested';
}

function fillIn(chosen: RandomRequest, actor: Actor, isRevoked: boolean): RandomRequest {
  const secret = isRevoked ? (actor.revoked ?? '') : actor.key.secret;
  const { headers } = chosen;
  return {
    ...chosen,
    path: chosen.path.replace('RECIPE', actor.recipeId).replace('RUN', actor.run),
    headers:
      headers['x-api-key'] === 'KEY' || isRevoked ? { ...headers, 'x-api-key': secret } : headers,
  };
}

function remember(sent: RandomRequest[], chosen: RandomRequest): void {
  sent.push(chosen);
  if (sent.length > maxRemembered) sent.shift();
}

function toRunId({ body }: Answer): string | undefined {
  return body.status === 'queued' ? String(body.data['run_id']) : undefined;
}

function toTemplate(path: string): string {
  return path.replace(/^\/v1/, '').replace(/(\/(?:recipes|runs)\/)[^/?]*/, '$1{id}');
}

function countIn(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

async function sendOver(dispatcher: Agent, url: string, sent: RandomRequest): Promise<Answer> {
  const { statusCode, headers, body } = await request(url + sent.path, {
    dispatcher,
    method: sent.method as 'GET',
    headers: sent.headers,
    body: sent.body ?? null,
  });
  const received = new Headers();
  for (const [name, value = ''] of Object.entries(headers)) received.set(name, String(value));
  const text = await body.text();
  return { status: statusCode, headers: received, text, body: JSON.parse(text) };
}

const answerLamp = (): ReturnType<typeof scriptedModel> =>
  scriptedModel(() => ({ content: { price: 51.77, name: 'Lamp' } }));

/** A model that answers as the scripted one and keeps no calls. */
function forgetfulModel(): ReturnType<typeof scriptedModel> {
  return {
    ...answerLamp(),
    doGenerate: (call: ScriptedModelCall) => answerLamp().doGenerate(call),
  };
}

/** A browser that finds so many pages of items, and keeps no requests. */
function madeUpBrowser(countPages: () => number): Browser {
  const make = (): Browser =>
    stubBrowser({
      pages: Array.from({ length: countPages() }, (_, index) => [item(`Lamp ${index}`)]),
    });
  return {
    ...make(),
    printPdf: async () => new TextEncoder().encode('%PDF-1.7'),
    replay: (wanted) => make().replay(wanted),
  };
}
