import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Format } from 'ajv';

/** A URL's limit, which also bounds the few formats whose time grows with the square of the text. */
const maxFormattedLength = 8_192;

/** The formats that are checked; a text of a format unknown here passes, as the drafts demand. */
export const schemaFormats: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(
    Object.entries(fullFormats).map(([name, format]) => [name, toBounded(format)]),
  ),
  // The pattern behind it is quadratic, and refuses private addresses, which is not a schema's business.
  url: (text: string) => fits(text) && /^(?:https?|ftp):\/\//i.test(text) && URL.canParse(text),
};

/** Whether a text has a format; of one that is not checked, every text has it. */
export function isFormatted(format: string | undefined, text: string): boolean {
  if (format === undefined || !Object.hasOwn(schemaFormats, format)) return true;
  const check = schemaFormats[format];
  return typeof check !== 'function' || check(text);
}

function toBounded(format: Format): Format {
  if (format instanceof RegExp) return (text: string) => fits(text) && format.test(text);
  if (typeof format === 'function') return (text: string) => fits(text) && format(text);
  if (typeof format !== 'object' || !isTextFormat(format)) return format;
  const { validate } = format;
  return (text: string) => fits(text) && validate(text);
}

function isTextFormat(format: object): format is { readonly validate: (text: string) => boolean } {
  if ('type' in format && format.type === 'number') return false;
  return 'validate' in format && typeof format.validate === 'function';
}

function fits(text: string): boolean {
  return text.length <= maxFormattedLength;
}
