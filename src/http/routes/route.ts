import type { JsonSchema } from '../../contracts/extractor.ts';
import type { ErrorCode } from '../../errors/error-codes.ts';
import type { Fields } from '../../operations/field.ts';
import type { Service } from '../../service/create-service.ts';
import type { Success } from '../response/envelope.ts';

/** A request to a route, whose caller is known. */
export interface RouteRequest {
  readonly service: Service;
  readonly account: string;
  /** Percent-decoded path parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The body's fields under their names in process, still to be checked; empty where the request has no body. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | undefined;
  /** Its `signal` aborts when the client leaves; to make it takes a moment, so only calls that can be ended read it. */
  readonly request: Pick<Request, 'signal'>;
}

/** One row of the route table: it handles requests and describes itself, so that the two cannot differ. */
export interface Route {
  readonly method: 'get' | 'post';
  /** Below the version segment; parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly body?: { readonly fields: Fields; readonly isRequired: boolean };
  /** Whether it takes an `Idempotency-Key`. */
  readonly isPaid: boolean;
  readonly success: {
    readonly status: Success['status'];
    readonly envelope: Success['envelope'];
    readonly description: string;
    readonly data: JsonSchema;
  };
  readonly errors: readonly ErrorCode[];
  /** Does what the route is for; rejects with a `GleanerError` in the library's words. */
  call(request: RouteRequest): Promise<Omit<Success, 'status' | 'envelope'>>;
}
