const address = /^(https?:)?\/\/\S+$/i;

/** Whether a text is the address of something on the web, and nothing else. */
export function isAddress(text: string): boolean {
  return address.test(text);
}
