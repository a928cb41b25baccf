const references: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** Text made safe for elements and double-quoted attributes. */
export function fixtureEscapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => references.get(character) ?? character);
}
