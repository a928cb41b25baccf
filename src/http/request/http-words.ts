import type { DoorWords } from '../../errors/to-door-error.ts';
import { toWireName, type Fields } from '../../operations/field.ts';

/** What HTTP says in place of the library's words. Its clients have no options: advice for the operator is left out. */
export function httpWords(fields: Fields): DoorWords {
  return { advice: httpAdvice, fields: listWireNames(fields) };
}

const httpAdvice: DoorWords['advice'] = {
  allowPrivate: '',
  allowExpressions: 'This service does not allow it.',
  allowMoreTime: 'Ask for less.',
  allowBrowser: 'This service runs none.',
  installBrowser: '',
  startBrowserByHand: '',
  nameAnotherBrowser: '',
  checkModel: 'Try again later.',
  givePage: 'Give the address of the page.',
};

/** The names over HTTP by the names in process, of the fields that HTTP has. */
export function listWireNames(fields: Fields): Readonly<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const wireName = toWireName(name, field);
    if (wireName !== undefined) names[name] = wireName;
  }
  return names;
}
