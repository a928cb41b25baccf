/** Returns what a person types into the address bar as a URL: `https://` goes before one without a scheme. */
export function toAddress(text: string): string {
  const address = text.trim();
  // `localhost:8080` has a port and no scheme.
  return /^[a-z][a-z\d+.-]*:(?!\d{1,5}(?:[/?#]|$))/i.test(address) ? address : `https://${address}`;
}
