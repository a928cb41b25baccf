import type { DashboardApi, DashboardRoute } from '../../src/web/dashboard/dashboard-api.ts';
import { defaultPlan } from '../../src/storage/stores/account-rules.ts';

/** What a call gives. */
export type Data<Route extends DashboardRoute> = DashboardApi[Route] extends {
  readonly data: infer Value;
}
  ? Value
  : never;

/** An answer by route: data, or what makes data or a failure of the call's body. */
export type SampleAnswers = {
  [Route in DashboardRoute]: Data<Route> | Response | ((body: never) => Data<Route> | Response);
};

const dayMs = 86_400_000;
const nowMs = Date.now();
const today = Math.floor(nowMs / dayMs) * dayMs;
const plan = { ...defaultPlan, inFlight: 8, runsPerMonth: 500, pagesPerRun: 100 };

const done = { done: true } as const;

const run = {
  id: '7hGk2LmPq9X',
  account: 'acc_4Tz81',
  recipeId: 'Rc7dP2wQz1k',
  status: 'completed',
  variables: {},
  effectiveCap: 100,
  clampedByCredits: false,
  creditsPerPage: 2,
  pagesExtracted: 12,
  itemsExtracted: 240,
  creditsUsed: 24,
  createdAtMs: nowMs - 5_400_000,
  startedAtMs: nowMs - 5_399_000,
  completedAtMs: nowMs - 5_360_000,
} as const;

const recipe = {
  id: run.recipeId,
  account: run.account,
  title: 'Books of the shop',
  bytes: 12_480,
  document: {
    title: 'Books of the shop',
    variables: { query: 'shoes', password: { secret: true } },
    steps: [{ type: 'navigate', url: 'https://books.example/' }],
  },
  enabled: true,
  revision: 3,
  createdAtMs: nowMs - 40 * dayMs,
  updatedAtMs: nowMs - 2 * dayMs,
  webhook: {
    url: 'https://hooks.example/gleaner/2f6c1c0c',
    headers: ['authorization'],
    events: ['completed'],
  },
} as const;

const { document: _document, ...summary } = recipe;

const schedule = {
  id: 'Sc1',
  account: run.account,
  recipeId: recipe.id,
  cron: '30 6 * * 1-5',
  timeZone: 'Europe/Zurich',
  nextAtMs: nowMs + 3_600_000,
  createdAtMs: nowMs - 9 * dayMs,
  nextMs: [1, 2, 3, 4, 5].map((day) => today + day * dayMs + 6 * 3_600_000),
};

const delivery = {
  id: 'Dl1',
  account: run.account,
  runId: run.id,
  event: 'completed',
  url: recipe.webhook.url,
  state: 'delivered',
  createdAtMs: nowMs - 5_360_000,
  attemptedAtMs: nowMs - 5_359_000,
  completedAtMs: nowMs - 5_358_000,
  responseStatus: 204,
} as const;

const titles = ['The Glass Orchard', 'Tides & Ledgers', 'A Short History of Salt', 'Night Ferry'];

const account = {
  id: run.account,
  plan,
  createdAtMs: nowMs - 90 * dayMs,
  emailVerifiedAtMs: nowMs - 89 * dayMs,
  credits: { balance: 18_240, held: 0 },
} as const;

const settings = {
  account: run.account,
  email: 'nora@example.org',
  emailVerifiedAtMs: nowMs - 80 * dayMs,
  waitingEmail: null,
  deletionScheduledForMs: null,
  canSendMail: true,
};

const session = {
  kind: 'account',
  account: run.account,
  email: settings.email,
  hasStudio: true,
} as const;

/** What a dashboard in use would answer. */
export const sampleAnswers: SampleAnswers = {
  'POST /links': done,
  'POST /session': session,
  'GET /session': session,
  'DELETE /session': done,
  'DELETE /sessions': done,
  'GET /overview': {
    credits: { balance: 18_240, held: 0 },
    plan,
    runsUsed30d: 142,
    costPerPage: 2,
    schedulesCount: 1,
    isEmailVerified: true,
    isSuspended: false,
    deletionScheduledForMs: null,
    usage: Array.from({ length: 30 }, (_, day) => day).flatMap((day) => [
      {
        dayMs: today - day * dayMs,
        kind: 'run' as const,
        credits: 40 + ((day * 37) % 90),
        count: 4,
      },
      { dayMs: today - day * dayMs, kind: 'extract' as const, credits: (day * 53) % 60, count: 6 },
      { dayMs: today - day * dayMs, kind: 'scrape' as const, credits: (day * 17) % 25, count: 9 },
    ]),
    lastRuns: [
      {
        ...run,
        id: '3kPq8Zt1RbV',
        status: 'running',
        itemsExtracted: 64,
        pagesExtracted: 4,
        creditsUsed: 0,
      },
      run,
      {
        ...run,
        id: 'Bq7LmX2cVn4',
        status: 'failed',
        itemsExtracted: 0,
        pagesExtracted: 1,
        creditsUsed: 0,
      },
    ],
  },
  'GET /keys': {
    keys: [
      {
        id: 'k0',
        account: run.account,
        label: 'Old importer',
        last4: 'pL9x',
        createdAtMs: nowMs - 200 * dayMs,
        revokedAtMs: nowMs - 20 * dayMs,
      },
      {
        id: 'k1',
        account: run.account,
        label: 'Nightly import',
        last4: 'a8Qe',
        createdAtMs: nowMs - 60 * dayMs,
        lastUsedAtMs: nowMs - 7_200_000,
      },
    ],
  },
  'POST /keys': ({ label }: { readonly label: string }) => ({
    id: 'k2',
    account: run.account,
    label,
    last4: 'Zz90',
    createdAtMs: Date.now(),
    key: 'svc_live_0123456789abcdefghijklmnopqrZz90',
  }),
  'DELETE /keys/{id}': done,
  'GET /recipes': {
    recipes: [summary, { ...summary, id: 'Rc2nB7yLp5s', title: '', enabled: false, revision: 1 }],
  },
  'POST /recipes': { ...recipe, warnings: [] },
  'GET /recipes/{id}': recipe,
  'PUT /recipes/{id}': { ...recipe, revision: 4, warnings: [] },
  'PATCH /recipes/{id}': recipe,
  'DELETE /recipes/{id}': done,
  'PUT /recipes/{id}/webhook': recipe,
  'DELETE /recipes/{id}/webhook': recipe,
  'GET /recipes/{id}/versions': {
    versions: [3, 2, 1].map((revision) => ({
      recipeId: recipe.id,
      title: recipe.title,
      bytes: recipe.bytes,
      revision,
      createdAtMs: nowMs - (4 - revision) * 3 * dayMs,
    })),
  },
  'GET /recipes/{id}/versions/{revision}': {
    recipeId: recipe.id,
    revision: 2,
    title: recipe.title,
    bytes: recipe.bytes,
    createdAtMs: nowMs - 6 * dayMs,
    document: recipe.document,
  },
  'GET /recipes/{id}/compare': {
    changes: [
      {
        kind: 'changed',
        path: '/steps/1/parameters/fields/price/selectors',
        before: [['.price']],
        after: [['[data-price]'], ['.price']],
        description:
          'Step 2 (extract), field "price": selectors is [["[data-price]"],[".price"]]; it was [[".price"]].',
      },
      {
        kind: 'added',
        path: '/variables/query',
        description: 'Variable "query" is new.',
      },
    ],
  },
  'POST /recipes/{id}/versions/{revision}/restore': { ...recipe, revision: 4, warnings: [] },
  'GET /recipes/{id}/drift': {
    runs: Array.from({ length: 24 }, (_, index) => ({
      id: `run${index}`,
      completedAtMs: nowMs - index * dayMs,
      revision: 3,
      drift: index > 8 ? 0.02 : 0.05 + (8 - index) * 0.04,
    })),
  },
  'POST /recipes/{id}/runs': { ...run, status: 'queued' },
  'GET /runs': { runs: [run, { ...run, id: 'Bq7LmX2cVn4', status: 'failed', itemsExtracted: 0 }] },
  'GET /runs/{id}': {
    ...run,
    result: {
      mode: 'healed',
      drift: 0.12,
      warnings: ['Page 3: “.price” found nothing; what was most like it was taken.'],
      pages: [
        {
          items: titles.map((title, index) => ({
            title,
            price: 12.5 + index,
            inStock: index !== 2,
            url: `https://books.example/catalogue/${index + 1}/index.html`,
            tags: ['fiction', 'new'],
          })),
        },
      ],
    },
  },
  'GET /runs/{id}/updates': new Response(''),
  'POST /runs/{id}/cancel': { ...run, status: 'cancelled' },
  'GET /schedules': { schedules: [schedule] },
  'POST /schedules': schedule,
  'PUT /schedules/{id}': schedule,
  'DELETE /schedules/{id}': done,
  'POST /schedules/{id}/resume': schedule,
  'GET /schedules/{id}/ticks': {
    ticks: [
      { scheduleId: 'Sc1', dueAtMs: nowMs - dayMs, claimedAtMs: nowMs - dayMs, runId: run.id },
      {
        scheduleId: 'Sc1',
        dueAtMs: nowMs - 2 * dayMs,
        claimedAtMs: nowMs - 2 * dayMs,
        error: 'Not one page is affordable: 1 credit is left, 2 are needed.',
      },
    ],
  },
  'POST /ticks': { nextMs: schedule.nextMs },
  'GET /webhook': { webhook: recipe.webhook },
  'PUT /webhook': { webhook: recipe.webhook },
  'DELETE /webhook': { webhook: null },
  'POST /webhook/test': {
    url: recipe.webhook.url,
    requestBody: '{"event":"completed"}',
    responseStatus: 204,
    durationMs: 83,
  },
  'GET /deliveries': {
    deliveries: [delivery, { ...delivery, id: 'Dl2', state: 'failed', responseStatus: 500 }],
  },
  'GET /deliveries/{id}': {
    ...delivery,
    requestBody: '{"event":"completed","run_id":"7hGk2LmPq9X"}',
    responseBody: 'ok',
  },
  'POST /extract': {
    data: {
      request_id: 'x',
      result: {
        books: [
          { title: 'The Glass Orchard', price: 12.5 },
          { title: 'Night Ferry', price: 15.5 },
        ],
      },
      latency_ms: 312,
      warnings: ['The list shows 4 items, 2 were returned.'],
      evidence: [
        { path: '/books/0/title', status: 'supported', kind: 'text', snippet: 'The Glass Orchard' },
        {
          path: '/books/0/price',
          status: 'normalised',
          rule: 'number',
          kind: 'text',
          snippet: '£12.50 In stock',
        },
        { path: '/books/1/title', status: 'supported', kind: 'text', snippet: 'Night Ferry' },
        { path: '/books/1/price', status: 'unsupported' },
      ],
    },
    creditsUsed: 5,
    creditsRemaining: 18_235,
  },
  'POST /scrape': {
    data: {
      request_id: 'y',
      html: '<style>body{}</style><h1 style="color:red">Books</h1><script>alert(1)</script><div><b>The Glass Orchard</b><p>£12.50 In stock</p></div><div><b>Night Ferry</b><p>£15.50</p></div>',
      latency_ms: 98,
    },
    creditsUsed: 1,
    creditsRemaining: 18_234,
  },
  'GET /settings': settings,
  'PUT /settings/email': (body: { readonly email: string }) => ({
    ...settings,
    waitingEmail: body.email,
  }),
  'DELETE /settings/email': settings,
  'POST /settings/email/confirm': { email: 'nora@example.net' },
  'POST /address/restore': { email: settings.email },
  'POST /settings/deletion': { ...settings, deletionScheduledForMs: nowMs + 30 * dayMs },
  'DELETE /settings/deletion': settings,
  'POST /settings/deletion/confirm': done,
  'GET /operator/accounts': {
    accounts: [account, { ...account, id: 'acc_91Kd0', suspendedAtMs: nowMs - dayMs }],
  },
  'POST /operator/accounts': account,
  'GET /operator/accounts/{id}': account,
  'POST /operator/accounts/{id}/grants': account,
  'PATCH /operator/accounts/{id}/plan': account,
  'PUT /operator/accounts/{id}/suspension': { ...account, suspendedAtMs: nowMs },
  'DELETE /operator/accounts/{id}/suspension': account,
  'GET /operator/runs': { runs: [{ ...run, status: 'running' }] },
  'GET /operator/browser': { state: 'ready', tookMs: 412 },
  'GET /operator/health': {
    store: { name: 'sqlite', isReady: true },
    browser: { name: 'Chromium' },
    runsUnderWay: 1,
    uptimeSeconds: 93_600,
    memoryBytes: 182_000_000,
  },
};
