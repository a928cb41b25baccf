import type { DoorWords } from '../../errors/to-door-error.ts';
import { toWireName, type Fields } from '../../operations/field.ts';
import { clientAdvice } from '../../service/client-advice.ts';

/** What HTTP says in place of the library's words, with these fields under their names over HTTP. */
export function httpWords(fields: Fields): DoorWords {
  return { advice: clientAdvice, fields: listWireNames(fields) };
}

/** The names over HTTP by the names in process, of the fields that HTTP has. */
export function listWireNames(fields: Fields): Readonly<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const wireName = toWireName(name, field);
    if (wireName !== undefined) names[name] = wireName;
  }
  return names;
}
