import { z } from 'zod';
import {
  type AdapterWords,
  toAdapterError,
  toAdapterIssue,
} from '../../runtime/errors/to-adapter-error.ts';
import {
  type Fields,
  parseInput,
  refuseFields,
  toInputShape,
  toWireName,
} from '../../core/operations/parse-input.ts';
import { clientAdvice } from '../../service/client-advice.ts';
import {
  type AnyGleanerError,
  type ErrorCode,
  type Issue,
  invalidRequest,
  isGleanerError,
} from '../../runtime/errors/gleaner-error.ts';
import { getOrMake, omitUndefined } from '../../runtime/collections.ts';
import { toJsonPointer } from '../../runtime/plain-json.ts';

/** What HTTP says in place of the library's words, with these fields under their names over HTTP. */
export function httpWords(fields: Fields): AdapterWords {
  return { advice: clientAdvice, fields: listWireNames(fields).byName };
}

/** The names of the fields that HTTP has. */
interface WireNames {
  /** Over HTTP, by the names in process. */
  readonly byName: Readonly<Record<string, string>>;
  /** In process, by the names over HTTP. */
  readonly byWireName: ReadonlyMap<string, string>;
}

const wireNamesOf = new WeakMap<Fields, WireNames>();

/** Listed once for the fields of a route, which are declared once. */
function listWireNames(fields: Fields): WireNames {
  return getOrMake(wireNamesOf, fields, () => {
    const byName: Record<string, string> = {};
    for (const [name, field] of Object.entries(fields)) {
      const wireName = toWireName(name, field);
      if (wireName !== undefined) byName[name] = wireName;
    }
    return {
      byName,
      byWireName: new Map(Object.entries(byName).map(([name, wireName]) => [wireName, name])),
    };
  });
}

/** Errors of a call in the names and with the advice of HTTP; those of the service itself stay as they are, for its log. */
export async function callInWireWords<Result>(
  fields: Fields,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isGleanerError(error) || statusByCode[error.code] >= 500) throw error;
    throw toAdapterError(error, httpWords(fields));
  }
}

/**
 * A body as input of an operation, which checks the values: its fields under their names in process. Throws
 * `invalid_request` for fields that HTTP does not have, together with what the checks of the other fields say.
 */
export function toInput(
  body: Readonly<Record<string, unknown>>,
  fields: Fields,
): Readonly<Record<string, unknown>> {
  const { byName, byWireName } = listWireNames(fields);
  const input: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [wireName, value] of Object.entries(body)) {
    const name = byWireName.get(wireName);
    if (name === undefined) unknown.push(wireName);
    else input[name] = value;
  }
  if (unknown.length === 0) return input;
  const words = httpWords(fields);
  const wireFields = Object.entries(fields).filter(([name]) => Object.hasOwn(byName, name));
  const { issues } = parseInput(toInputShape(Object.fromEntries(wireFields)), input);
  const missing = wireFields.filter(
    ([name, { isRequiredOverHttp = false }]) => isRequiredOverHttp && input[name] === undefined,
  );
  throw invalidRequest('read the body', [
    ...refuseFields([], unknown, [...byWireName.keys()]),
    ...missing.map(([name]) => ({
      path: toJsonPointer([byName[name] ?? name]),
      message: 'It is missing.',
    })),
    ...issues.map((issue) => toAdapterIssue(issue, words)),
  ]);
}

/** The HTTP status of each code. A new code does not compile until it has one. */
export const statusByCode: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  email_verification_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  account_deletion_pending: 409,
  validation_failed: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 502,
};

/** An error as it crosses the wire. */
interface WireError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
}

/** Returns what a client sees of a thrown value. Anything but a `GleanerError` becomes a 500 whose text does not state the cause. */
export function toWireError(error: unknown): WireError {
  if (!isGleanerError(error) || error.code === 'internal_error') return internalError;
  if (error.code === 'service_unavailable') {
    const { details } = error;
    if (details === undefined || details.reason !== undefined) return unavailable;
    return { ...unavailable, headers: { 'retry-after': String(details.retryAfterSeconds) } };
  }
  const details = toWireDetails(error);
  const { code, message } = error;
  return {
    status: statusByCode[code],
    headers:
      code === 'rate_limited' ? { 'retry-after': String(error.details.retryAfterSeconds) } : {},
    error: {
      code,
      message: cut(message, maxMessageLength),
      ...(details === undefined ? {} : { details }),
    },
  };
}

const internalError: WireError = {
  status: 500,
  headers: {},
  error: { code: 'internal_error', message: 'Something went wrong on our side: try again later.' },
};

/** The time that a database or a browser takes to start again. The error's own message is for the operator: it may name files and hosts of the service. */
const unavailable: WireError = {
  status: 502,
  headers: { 'retry-after': '5' },
  error: {
    code: 'service_unavailable',
    message: 'The service cannot do this at the moment: try again later.',
  },
};

function toWireDetails(error: AnyGleanerError): WireError['error']['details'] {
  switch (error.code) {
    case 'invalid_request':
      return toWireIssues(error.details.issues, error.details.issueCount);
    case 'insufficient_credits':
      return { balance: error.details.balance, required: error.details.required };
    case 'account_deletion_pending':
      return { deletion_scheduled_for: error.details.deletionScheduledFor };
    case 'validation_failed': {
      const { reason, pageStatus, issues, issueCount } = error.details;
      return omitUndefined<Record<string, unknown>>({
        reason,
        page_status: pageStatus,
        ...(issues === undefined ? {} : toWireIssues(issues, issueCount)),
      });
    }
    case 'rate_limited': {
      const { reason, limitPerMin, maxConcurrent, used, limit, window } = error.details;
      return omitUndefined<Record<string, unknown>>({
        reason,
        limit_per_min: limitPerMin,
        max_concurrent: maxConcurrent,
        used,
        limit,
        window,
      });
    }
    case 'unauthorized':
    case 'email_verification_required':
    case 'forbidden':
    case 'not_found':
    case 'conflict':
    case 'internal_error':
    case 'service_unavailable':
      break;
  }
  return undefined;
}

/** The name over HTTP of a member of a result. */
export function toWireMember(name: string): string {
  return toWireName(name, {}) ?? name;
}

/**
 * A result as HTTP has it: the members that the shape declares, in snake_case. Absent members stay absent, or are null where the
 * shape is nullable; what is no object, list or moment is passed on.
 */
export function toWire(shape: z.ZodObject, value: object): Readonly<Record<string, unknown>> {
  return getOrMake(writers, shape, () => createObjectWriter(shape))(value);
}

type Writer<Written = unknown> = (value: unknown) => Written;
type ObjectWriter = Writer<Readonly<Record<string, unknown>>>;

const writers = new WeakMap<z.ZodObject, ObjectWriter>();

function createObjectWriter({ shape }: z.ZodObject): ObjectWriter {
  const members = Object.entries(shape).map(
    ([name, member]) => [name, toWireMember(name), createWriter(member)] as const,
  );
  return (value) => {
    const given = value as Readonly<Record<string, unknown>>;
    const written: Record<string, unknown> = {};
    for (const [name, wireName, write] of members) {
      const member = write(given[name]);
      if (member !== undefined) written[wireName] = member;
    }
    return written;
  };
}

function createWriter(shape: z.core.$ZodType): Writer {
  if (shape instanceof z.ZodOptional) {
    const write = createWriter(shape.unwrap());
    return (value) => (value === undefined ? undefined : write(value));
  }
  if (shape instanceof z.ZodNullable) {
    const write = createWriter(shape.unwrap());
    return (value) => (value === undefined || value === null ? null : write(value));
  }
  if (shape instanceof z.ZodDate) return (ms) => new Date(Number(ms)).toISOString();
  if (shape instanceof z.ZodObject) return createObjectWriter(shape);
  if (!(shape instanceof z.ZodArray)) return (value) => value;
  const write = createWriter(shape.element);
  return (value) => (value as readonly unknown[]).map(write);
}

/** Issues that a response lists, and the longest texts in it, in characters: of six bytes each at most, they make 200 kB. */
const maxIssues = 20;
const maxPathLength = 500;
const maxIssueLength = 1_000;
const maxMessageLength = 4_000;

/** The first issues, and how many there are where they are more. */
function toWireIssues(
  issues: readonly Issue[],
  count: number = issues.length,
): Readonly<Record<string, unknown>> {
  const listed = issues.slice(0, maxIssues).map(({ path, message }) => ({
    path: cut(path, maxPathLength),
    message: cut(message, maxIssueLength),
  }));
  return count > listed.length ? { issues: listed, issue_count: count } : { issues: listed };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}
