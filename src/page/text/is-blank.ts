import { isSpace } from './is-space.ts';

/** Whether a text is nothing but white space as HTML has it: spaces, tabs and line ends. */
export function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (!isSpace(text.charCodeAt(index))) return false;
  }
  return true;
}
