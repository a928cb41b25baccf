import type { Issue } from '../../errors/error-codes.ts';
import { invalidRequest } from '../../errors/invalid-request.ts';
import { toDoorIssue } from '../../errors/to-door-error.ts';
import type { Fields } from '../../operations/field.ts';
import { parseInput, toInputShape } from '../../operations/parse-input.ts';
import { toJsonPointer } from '../../schema/json-pointer.ts';
import { httpWords, listWireNames } from './http-words.ts';

/**
 * A body as input of an operation, which checks the values: its fields under their names in process. Throws
 * `invalid_request` for fields that HTTP does not have, together with what the checks of the other fields say.
 */
export function toInput(
  body: Readonly<Record<string, unknown>>,
  fields: Fields,
): Readonly<Record<string, unknown>> {
  const wireNames = listWireNames(fields);
  const names = new Map(Object.entries(wireNames).map(([name, wireName]) => [wireName, name]));
  const input: Record<string, unknown> = {};
  const unknown: Issue[] = [];
  for (const [wireName, value] of Object.entries(body)) {
    const name = names.get(wireName);
    if (name === undefined) unknown.push(refuseField(wireName, [...names.keys()]));
    else input[name] = value;
  }
  if (unknown.length === 0) return input;
  const words = httpWords(fields);
  const wireFields = Object.entries(fields).filter(([name]) => Object.hasOwn(wireNames, name));
  const { issues } = parseInput(toInputShape(Object.fromEntries(wireFields)), input);
  const missing = wireFields.filter(
    ([name, { isRequiredOverHttp = false }]) => isRequiredOverHttp && input[name] === undefined,
  );
  throw invalidRequest('read the body', [
    ...unknown,
    ...missing.map(([name]) => ({
      path: toJsonPointer([wireNames[name] ?? name]),
      message: 'It is missing.',
    })),
    ...issues.map((issue) => toDoorIssue(issue, words)),
  ]);
}

function refuseField(name: string, known: readonly string[]): Issue {
  return {
    path: toJsonPointer([name]),
    message: `There is no such field; the fields are ${known.join(', ')}.`,
  };
}
