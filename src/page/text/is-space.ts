const space = 0x20;
const tab = 0x09;

/** Whether a character is white space as HTML has it: a space, a tab, a form feed or a line end. */
export function isSpace(code: number): boolean {
  return code === space || (code >= tab && code <= 0x0d && code !== 0x0b);
}
