const onlyNumbers = /^[\d\s]+$/;

/** Whether a piece of code is nothing but the numbers that some highlighters put beside the lines of another. */
export function isLineNumbers(code: string): boolean {
  return code.trim().includes('\n') && onlyNumbers.test(code);
}
