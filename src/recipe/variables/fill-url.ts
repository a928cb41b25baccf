import { fillText, type VariableValues } from './fill-text.ts';

/**
 * Values in a URL. At its very beginning a value is an address and stays as it is; in the host it may only be part of
 * one; behind that it is percent-encoded, so that it stays one segment, one parameter's value, one fragment.
 */
export function fillUrl(
  url: string,
  values: VariableValues,
  refuse: (name: string, problem: string) => void,
): string {
  return fillText(url, values, (value, before, name) => {
    if (before === '') return value;
    const isInHost = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i.test(before) && !url.startsWith('{{');
    if (!isInHost) return encodeURIComponent(value.toWellFormed());
    if (!/^[\p{L}\p{N}.:-]*$/u.test(value)) {
      refuse(
        name,
        'stands in the host of a URL, where only letters, digits, ".", ":" and "-" may be',
      );
    }
    return value;
  });
}
