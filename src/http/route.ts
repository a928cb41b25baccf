import type { JsonSchema } from '../contracts/extractor.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { Service } from '../service/create-service.ts';

/** What a route gets, checked: the caller is known, the body fits its schema. */
export interface RouteRequest {
  readonly service: Service;
  readonly account: string;
  /** Percent-decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** JSON; an empty object where the request brought none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  /** Its `signal` aborts when the client leaves; making it takes a moment, so only those ask for it who need it. */
  readonly request: Pick<Request, 'signal'>;
}

/** What a route answers with; the envelope is made around it. */
export interface RouteAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  /** Only of completed answers. */
  readonly creditsUsed?: number;
  readonly creditsRemaining?: number;
}

/** One row of the route table: it answers requests and describes itself, so that both cannot differ. */
export interface Route {
  readonly method: 'get' | 'post';
  /** Below the version segment; parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body?: { readonly schema: JsonSchema; readonly isRequired: boolean };
  /** Whether it takes an `Idempotency-Key`. */
  readonly isPaid: boolean;
  readonly success: {
    readonly status: 200 | 202;
    readonly envelope: 'completed' | 'queued';
    readonly description: string;
    readonly data: JsonSchema;
  };
  readonly errors: readonly ErrorCode[];
  answer(request: RouteRequest): Promise<RouteAnswer>;
}
