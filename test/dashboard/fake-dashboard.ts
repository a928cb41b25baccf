import type { DashboardRoute } from '../../src/web/dashboard/dashboard-api.ts';
import { createFrontEnd } from '../../src/web/exchange/create-front-end.ts';
import { sampleAnswers, type Data, type SampleAnswers } from './dashboard-answers.ts';

/** A dashboard's handler whose answers are made up, beside the real one's front end. */
export interface FakeDashboard {
  handler(request: Request): Promise<Response>;
  /** What is answered from now on; a function gets the request's body. */
  answers: SampleAnswers;
  /** Calls so far, e.g. `POST /keys`, with their bodies. */
  readonly calls: { readonly route: string; readonly body: unknown }[];
}

/** Serves the built front end in `folder`, and the answers to its calls. */
export function createFakeDashboard(folder: string): FakeDashboard {
  const frontEnd = createFrontEnd('index.html', folder);
  const dashboard: FakeDashboard = {
    answers: { ...sampleAnswers },
    calls: [],
    async handler(request) {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith('/dashboard/api/')) return answer(dashboard, request, pathname);
      return frontEnd(request, pathname);
    },
  };
  return dashboard;
}

async function answer(
  dashboard: FakeDashboard,
  request: Request,
  pathname: string,
): Promise<Response> {
  const route = `${request.method} ${pathname.slice('/dashboard/api'.length)}`;
  const text = await request.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  dashboard.calls.push({ route, body });
  const name = Object.keys(dashboard.answers).find((template) => {
    const pattern = template.replaceAll(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(route);
  });
  const given = dashboard.answers[name as DashboardRoute];
  const data: unknown =
    typeof given === 'function' ? (given as (body: unknown) => unknown)(body) : given;
  if (data instanceof Response) return data;
  return Response.json({ status: 'completed', request_id: 'sample', data });
}

/** The data that a call is answered with; throws where a function or a failure is answered. */
export function readData<Route extends DashboardRoute>(
  { answers }: Pick<FakeDashboard, 'answers'>,
  route: Route,
): Data<Route> {
  const answer: unknown = answers[route];
  if (typeof answer === 'function' || answer instanceof Response) {
    throw new TypeError(`${route} is not answered with data.`);
  }
  return answer as Data<Route>;
}
