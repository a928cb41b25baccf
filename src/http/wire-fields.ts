import { invalidRequest } from '../errors/invalid-request.ts';
import { isGleanerError } from '../errors/gleaner-error.ts';

/** Names of fields in requests, by their names in process: the one place where they are translated. */
export type WireFields = Readonly<Record<string, string>>;

/** A body's fields under their names in process. Their types are the receiver's to check, and it does: it takes JSON from anybody. */
export function fromWire(
  body: Readonly<Record<string, unknown>>,
  fields: WireFields,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, wireName]) =>
      Object.hasOwn(body, wireName) ? [[name, body[wireName]]] : [],
    ),
  );
}

/** Runs `call`; what is wrong with its input is told under the names that the client used. */
export async function withWireIssues<Result>(
  fields: WireFields,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!isGleanerError(error, 'invalid_request')) throw error;
    const issues = error.details.issues.map(({ path, message }) => ({
      path: toWirePath(path, fields),
      message: toWireWords(message, fields),
    }));
    throw invalidRequest('answer the request', issues, error);
  }
}

function toWirePath(path: string, fields: WireFields): string {
  const [, name = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(path) ?? [];
  return Object.hasOwn(fields, name) ? `/${fields[name]}${rest}` : path;
}

/** Messages name fields in backticks. */
function toWireWords(message: string, fields: WireFields): string {
  return message.replaceAll(/`([A-Za-z]+)`/g, (word, name: string) =>
    Object.hasOwn(fields, name) ? `\`${fields[name]}\`` : word,
  );
}
