import { advice, type Advice } from './advice.ts';
import { type AnyGleanerError, GleanerError, type Issue, toLine } from './gleaner-error.ts';

/** The words of an adapter: HTTP or the command. */
export interface AdapterWords {
  /** The adapter's own advice in place of the library's; empty where its caller can do nothing. */
  readonly advice: Readonly<Record<Advice, string>>;
  /** What this adapter calls a field or an option of the library, e.g. `maxAge` → `max_age`; others keep their name. */
  readonly fields: Readonly<Record<string, string>>;
  /** Writes the place of an issue: the field as this adapter calls it, and the JSON Pointer below it. @default `/field/rest` */
  readonly toPlace?: (field: string, rest: string) => string;
  /** Writes what this adapter made up, e.g. an address for a file, as its caller named it. */
  readonly toNamed?: (text: string) => string;
}

/** A text for people in the words of an adapter: its advice, and its names for fields that stand in backticks. */
export function toAdapterText(text: string, words: AdapterWords): string {
  let worded = text;
  for (const key of Object.keys(advice) as Advice[]) {
    const own = words.advice[key];
    worded = worded.replaceAll(own === '' ? ` ${advice[key]}` : advice[key], () => own);
  }
  const { toNamed = (same: string): string => same } = words;
  return toNamed(worded).replaceAll(/`([A-Za-z]+)([`:[])/g, (word, name: string, end: string) => {
    const own = Object.hasOwn(words.fields, name) ? words.fields[name] : undefined;
    if (own === undefined) return word;
    // The value of an option follows it without a colon.
    return `\`${own}${end === ':' && own.startsWith('--') ? '' : end}`;
  });
}

/** The same error in the words of an adapter, with the first as its cause; issues of an input stand under the adapter's names. */
export function toAdapterError(error: AnyGleanerError, words: AdapterWords): AnyGleanerError {
  const { code } = error;
  if (code !== 'invalid_request') {
    // Code and details are of one error, which the compiler cannot see.
    return new GleanerError(code, toAdapterText(error.message, words), {
      details: error.details,
      cause: error,
    }) as AnyGleanerError;
  }
  let { message } = error;
  const issues = error.details.issues.map((issue) => {
    const worded = toAdapterIssue(issue, words);
    message = message.replace(toLine(issue), () => toLine(worded));
    return worded;
  });
  return new GleanerError(code, toAdapterText(message, words), {
    details: { ...error.details, issues },
    cause: error,
  });
}

/** An issue of an input in the words of an adapter, under its name for the field. */
export function toAdapterIssue({ path, message }: Issue, words: AdapterWords): Issue {
  const [, name = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(path) ?? [];
  const { toPlace = toPointer } = words;
  const field = Object.hasOwn(words.fields, name) ? words.fields[name] : undefined;
  return {
    path: field === undefined ? path : toPlace(field, rest),
    message: toAdapterText(message, words),
  };
}

function toPointer(field: string, rest: string): string {
  return `/${field}${rest}`;
}
