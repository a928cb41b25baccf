import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
details { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem; padding: .5rem 1rem; margin: .75rem 0; }
summary { cursor: pointer; font-weight: 600; }
summary code { font-weight: 400; margin-right: .75rem; }
.method { display: inline-block; min-width: 3.5rem; text-transform: uppercase; font: 600 .8rem ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
pre { overflow-x: auto; }
`;

// Everything from the document is set as text, never as HTML.
const script = `
const element = (tag, text, ...children) => {
  const node = document.createElement(tag);
  if (text) node.textContent = text;
  node.append(...children);
  return node;
};
const typeOf = (schema) => schema.enum ? schema.enum.join(' | ') : schema.const ?? [schema.type ?? 'any'].flat().join(' | ');
const rows = (schema, path = '') => Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
  const isRequired = (schema.required ?? []).includes(name);
  const row = element('tr', '', element('td', '', element('code', path + name)), element('td', typeOf(member)),
    element('td', isRequired ? 'yes' : ''), element('td', member.description ?? ''));
  return [row, ...rows(member.items?.properties ? member.items : member, path + name + (member.items ? '[].' : '.'))];
});
const table = (schema) => element('table', '', element('thead', '', element('tr', '',
  ...['Field', 'Type', 'Required', ''].map((title) => element('th', title)))), element('tbody', '', ...rows(schema)));
const section = (title, method, operation) => {
  const summary = element('summary', '', element('span', method), element('code', title), operation.summary);
  summary.firstChild.className = 'method';
  const box = element('details', '', summary, element('p', operation.description));
  const body = operation.requestBody?.content['application/json'].schema;
  if (body) box.append(element('h3', 'Request body'), table(body));
  for (const [status, response] of Object.entries(operation.responses)) {
    box.append(element('h3', 'Response ' + status), element('p', response.description));
    const schema = response.content?.['application/json'].schema;
    if (schema && !schema.$ref) box.append(table(schema));
  }
  return box;
};
fetch('/v1/openapi.json').then((response) => response.json()).then((api) => {
  document.title = api.info.title;
  document.querySelector('h1').textContent = api.info.title + ' ' + api.info.version;
  document.querySelector('#about').textContent = api.info.description;
  const main = document.querySelector('main');
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(methods)) main.append(section('/v1' + path, method, operation));
  main.append(element('h2', 'Webhook'));
  for (const { post } of Object.values(api.webhooks)) main.append(section('your URL', 'post', post));
});
`;

/** A page that shows the OpenAPI document to people: everything it needs is in it. */
export const docsPage: string = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API</title><style>${style}</style></head>
<body><h1>API</h1><p id="about"></p><p>Send your key in the <code>X-API-Key</code> header. The description as <a href="/v1/openapi.json">OpenAPI 3.1</a>.</p><main></main><script>${script}</script></body>
</html>
`;

/** Headers that let the page run its own script and ask for the document, and nothing else. */
export const docsPolicy: Readonly<Record<string, string>> = {
  'content-security-policy': `default-src 'none'; connect-src 'self'; style-src '${hash(style)}'; script-src '${hash(script)}'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
