/** A variable's place in a text: `{{name}}`, with or without spaces inside. */
const placeholder = /\{\{ {0,4}([A-Za-z][A-Za-z0-9_.-]{0,63}) {0,4}\}\}/g;

/** A text cut at its variables: literal text and names take turns, the first and the last are literal. */
export function splitAtPlaceholders(text: string): readonly string[] {
  return text.includes('{{') ? text.split(placeholder) : [text];
}

/** The variables that a text names, in order, each as often as it stands there. */
export function listPlaceholders(text: string): readonly string[] {
  return splitAtPlaceholders(text).filter((_, index) => index % 2 === 1);
}
