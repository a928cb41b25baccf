/** A prompt of Gleaner, in parts. */
export interface PromptParts {
  /** What is asked. */
  readonly request: string;
  /** The page, or the part of it that is sent. */
  readonly page: string;
  /** What follows the page, without the code that borders it, which is new in each call. */
  readonly closing: string;
}

const border = /<<<PAGE ([0-9a-f]{24})\n([\s\S]*)\nPAGE \1>>>/;

/** Returns the parts of a prompt, or `undefined` for one without a page between borders. */
export function splitPrompt(text: string): PromptParts | undefined {
  const found = border.exec(text);
  if (found === null) return undefined;
  const [whole, code = '', page = ''] = found;
  const closing = text.slice(found.index + whole.length).replaceAll(code, '…');
  return { request: text.slice(0, found.index).trim(), page, closing: closing.trim() };
}
