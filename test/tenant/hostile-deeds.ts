/** A request of the hostile account: to the dashboard's API with its session, to `/v1` with its key, or as a stranger. */
export interface HostileDeed {
  readonly name: string;
  readonly door: 'dashboard' | 'v1' | 'stranger';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  /** Whether the answer is left open, as long as the server lets it be. */
  readonly isStream?: boolean;
}

/** What the account has made so far, for deeds that need an id. */
export interface HostileState {
  readonly recipes: string[];
  readonly runs: string[];
  readonly pageUrl: string;
  readonly webhookUrl: string;
}

const smallRecipe = JSON.stringify({ document: recipe([]) });
/** As large as the format takes one: 900 KB in steps that each are as long as they may be. */
const largeRecipe = JSON.stringify({
  document: recipe(
    Array.from({ length: 9 }, () => ({
      type: 'waitForExpression',
      expression: 'x'.repeat(100_000),
    })),
  ),
});

function recipe(steps: readonly object[]): object {
  return {
    title: 'Lamps',
    steps: [{ type: 'navigate', url: 'https://shop.example/' }, ...steps],
  };
}

/** Expressions that take long to compute, or come all the time. */
const crons = ['* * * * * *', '*/2 * * * * *', '0 0 29 2 *', '0 0 31 2 *', '59 59 23 31 12 *'];

/** The next deed, by two numbers from 0 to 1, of those that need nothing that is not made yet. */
export function drawDeed(kind: number, pick: number, state: HostileState): HostileDeed | undefined {
  const cron = pickFrom(crons, pick) ?? '';
  const recipeId = pickFrom(state.recipes, pick);
  const runId = pickFrom(state.runs, pick);
  const dashboard = { door: 'dashboard' } as const;
  const get = (name: string, path: string): HostileDeed => ({
    ...dashboard,
    name,
    method: 'GET',
    path,
  });
  const post = (name: string, path: string, body = '{}'): HostileDeed => ({
    ...dashboard,
    name,
    method: 'POST',
    path,
    body,
  });
  const schedule = JSON.stringify({ recipeId, cron, timeZone: 'America/New_York' });
  const page = JSON.stringify({ website_url: `${state.pageUrl}?${pick}` });
  const deeds: readonly (HostileDeed | undefined)[] = [
    post('make a key', '/keys', JSON.stringify({ label: `key ${pick}` })),
    post('store a large recipe', '/recipes', largeRecipe),
    post('store a recipe', '/recipes', smallRecipe),
    post('preview a schedule', '/ticks', JSON.stringify({ cron, timeZone: 'America/New_York' })),
    get('list recipes', '/recipes?limit=200'),
    get('list schedules', '/schedules'),
    get('list runs', '/runs?limit=200'),
    get('list deliveries', '/deliveries?limit=200'),
    get('look at the overview', '/overview'),
    {
      ...post('set a webhook', '/webhook', JSON.stringify({ url: state.webhookUrl })),
      method: 'PUT',
    },
    post('try the webhook', '/webhook/test'),
    {
      ...post(
        'ask for a link',
        '/links',
        JSON.stringify({ email: `made.up.${pick}@else.example` }),
      ),
      door: 'stranger',
    },
    { ...get('look as a stranger', '/overview'), door: 'stranger' },
    { name: 'scrape', door: 'v1', method: 'POST', path: '/scrape', body: page },
    { name: 'ask for usage', door: 'v1', method: 'GET', path: '/smartbrowse/usage' },
    ...(recipeId === undefined
      ? []
      : [
          { ...post('add a version', `/recipes/${recipeId}`, largeRecipe), method: 'PUT' as const },
          post('make a schedule', '/schedules', schedule),
          post('run a recipe', `/recipes/${recipeId}/runs`),
        ]),
    ...(runId === undefined
      ? []
      : [
          { ...get('follow a run', `/runs/${runId}/updates`), isStream: true },
          get('poll a run', `/runs/${runId}`),
        ]),
  ];
  return pickFrom(deeds, kind);
}

function pickFrom<Value>(values: readonly Value[], part: number): Value | undefined {
  return values[Math.floor(part * values.length)];
}
