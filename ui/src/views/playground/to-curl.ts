const paths = { extract: 'smartscraper', scrape: 'scrape' } as const;

/** The call as a line for a shell; the key stands in a variable of the environment. */
export function toCurl(
  kind: keyof typeof paths,
  body: Readonly<Record<string, unknown>>,
  origin: string,
): string {
  const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
  return [
    `curl ${origin}/v1/${paths[kind]} \\`,
    `  -H "X-API-Key: $GLEANER_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${json}'`,
  ].join('\n');
}
