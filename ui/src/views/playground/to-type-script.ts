/** Fields whose name in process is another one than the wire's in camelCase. */
const names: Readonly<Record<string, string>> = {
  website_url: 'url',
  user_prompt: 'prompt',
  output_schema: 'schema',
};

/** The call with the library, in the program's own process. */
export function toTypeScript(
  kind: 'extract' | 'scrape',
  body: Readonly<Record<string, unknown>>,
): string {
  const input = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      names[name] ?? name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
  const literal = JSON.stringify(input, null, 2).replaceAll(/^(\s*)"([A-Za-z]\w*)":/gm, '$1$2:');
  const result = kind === 'extract' ? '{ result, evidence }' : 'page';
  const shown = kind === 'extract' ? 'result, evidence' : 'page';
  return [
    `import { ${kind} } from 'gleaner';`,
    '',
    `const ${result} = await ${kind}(${literal});`,
    `console.log(${shown});`,
    '',
  ].join('\n');
}
