import { InvalidArgumentError } from 'commander';

/** Reads one more `name=value`. */
export function parseVariable(
  value: string,
  previous: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const equals = value.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Expected name=value.');
  return { ...previous, [value.slice(0, equals)]: value.slice(equals + 1) };
}
