import type { Mail } from '../../src/runtime/contracts/mailer.ts';
import {
  createDashboard,
  type DashboardHandler,
  type DashboardOptions,
  type DashboardRoute,
} from '../../src/web/dashboard/index.ts';
import {
  addCustomer,
  openService,
  type OpenService,
  type OpenServiceOptions,
} from '../support/open-service.ts';

export const origin = 'https://gleaner.test';

const clientHeader = 'x-forwarded-for';

/** What is asked of the dashboard's API. */
export interface Question {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** @default that of the stage's customer; `null` sends none */
  readonly cookie?: string | null;
  /** @default the dashboard's own; `null` sends none */
  readonly origin?: string | null;
  /** The client's address, as a proxy in front names it. @default not known */
  readonly client?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: {
    readonly status: string;
    readonly request_id: string;
    readonly data?: Readonly<Record<string, unknown>>;
    readonly error?: { readonly code: string; readonly message: string };
  };
}

/** A dashboard with a customer who is signed in. */
export interface Stage extends OpenService {
  readonly account: string;
  readonly recipeId: string;
  readonly cookie: string;
  readonly handler: DashboardHandler;
  readonly mails: readonly Mail[];
  readonly ask: (route: DashboardRoute, question?: Question) => Promise<Answer>;
  /** Signs in by a new link: as an account, or as the operator. */
  readonly signIn: (account?: string) => Promise<string>;
}

export async function openDashboard(
  options: OpenServiceOptions & { readonly dashboard?: DashboardOptions } = {},
): Promise<Stage> {
  const opened = openService(options);
  const { service, clock } = opened;
  const mails: Mail[] = [];
  const mailer = { name: 'test', send: async (mail: Mail) => void mails.push(mail) };
  const handler = createDashboard(service, {
    origin,
    mailer,
    clock,
    clientAddress: { header: clientHeader },
    ...options.dashboard,
  });
  const { account, recipeId } = await addCustomer(service, { email: 'ada@shop.test' });
  const send = async (route: DashboardRoute, question: Question): Promise<Answer> => {
    const response = await handler(toRequest(route, question));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
  const signIn = async (who?: string): Promise<string> => {
    const { token } = await service.signIns.createLink(who === undefined ? {} : { account: who });
    const { headers } = await send('POST /session', { cookie: null, body: { token } });
    return toCookie(headers);
  };
  const cookie = await signIn(account);
  return {
    ...opened,
    account,
    recipeId,
    cookie,
    handler,
    mails,
    signIn,
    ask: (route, question = {}) => send(route, { cookie, ...question }),
  };
}

/** The request as a browser sends it. */
export function toRequest(route: DashboardRoute, question: Question): Request {
  const { parameters = {}, query, body, cookie = null, origin: from = origin } = question;
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => parameters[name] ?? 'x');
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  return new Request(`${origin}/dashboard/api${filled}${search}`, {
    method,
    headers: {
      ...(from === null ? {} : { origin: from }),
      ...(cookie === null ? {} : { cookie }),
      ...(question.client === undefined ? {} : { [clientHeader]: question.client }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The cookie that a response sets, as it is sent back. */
export function toCookie(headers: Headers): string {
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** What a call gives; fails where it is refused. */
export async function dataOf(
  stage: Stage,
  route: DashboardRoute,
  question: Question = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { status, text, body } = await stage.ask(route, question);
  if (status !== 200) throw new Error(`${route}: ${status} ${text}`);
  return body.data ?? {};
}
