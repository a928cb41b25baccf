/** What is wrong with a part of a request, as the `error` envelope lists it. */
export interface CallIssue {
  /** JSON Pointer of the part. */
  readonly path: string;
  readonly message: string;
}

/** What the forms call the fields that their calls send. */
const labels: Readonly<Record<string, string>> = {
  credits: 'Credits',
  cron: 'Cron expression',
  email: 'E-mail address',
  events: 'Events',
  exclude_tags: 'Tags to drop',
  headers: 'Headers',
  include_tags: 'Tags to keep',
  label: 'Label',
  maxPages: 'Most pages',
  max_age: 'Most seconds in the cache',
  output_schema: 'JSON Schema',
  recipeId: 'Recipe',
  signingSecret: 'Signing secret',
  timeZone: 'Time zone',
  url: 'URL',
  user_prompt: 'What to extract',
  website_url: 'URL',
};

/** A sentence of the server with the labels of the form in place of the API's fields; what lies deeper, as in a schema, keeps its pointer behind the label. */
export function toFormWords(message: string, issues: readonly CallIssue[]): string {
  let worded = message;
  for (const { path, message: problem } of issues) {
    const [, name = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(path) ?? [];
    if (!Object.hasOwn(labels, name)) continue;
    const place = `${labels[name]}${rest === '' ? '' : ` (${rest})`}`;
    worded = worded.replace(`${path}: ${problem}`, () => `${place}: ${problem}`);
  }
  return worded;
}
