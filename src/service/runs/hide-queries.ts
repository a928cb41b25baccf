/** Messages are short; longer ones are cut before they are searched. */
const maxLength = 2_000;

/** A message for the operator: queries of URLs are their owner's, and may hold tokens. */
export function hideQueries(message: string): string {
  return message
    .slice(0, maxLength)
    .replaceAll(
      /(https?:\/\/[^\s?#"]{1,500})[?#][^\s"]*/g,
      (_whole, before: string) => `${before}?…`,
    );
}
