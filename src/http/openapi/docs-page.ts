import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: color-mix(in srgb, currentColor 20%, transparent); }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.8rem; margin-bottom: .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
code { font: .9em ui-monospace, monospace; background: color-mix(in srgb, currentColor 8%, transparent); border-radius: .25rem; padding: .1em .3em; overflow-wrap: anywhere; }
details { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; margin: .75rem 0; }
summary { cursor: pointer; font-weight: 600; }
summary code { font-weight: 400; margin: 0 .5rem; }
.method { display: inline-block; min-width: 2.5rem; text-transform: uppercase; font: 600 .8rem ui-monospace, monospace; }
.rows { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); }
td:last-child { min-width: 14rem; }
@media (max-width: 40rem) { tr, td { display: block; } td { border: 0; padding: .15rem 0; } tr { border-bottom: 1px solid var(--line); padding: .3rem 0; } th { border: 0; padding: 0; } td:last-child { min-width: 0; } }
.type { opacity: .75; font-size: .85rem; }
`;

// Everything from the document is set as text, never as HTML.
const script = `
const element = (tag, children, className) => {
  const node = document.createElement(tag);
  node.append(...[children].flat());
  if (className) node.className = className;
  return node;
};
const code = (text) => element('code', text);
const prose = (text = '') => text.split('\`').map((part, index) => index % 2 ? code(part) : part);
const typeOf = (schema) => schema.enum ? schema.enum.join(' | ') : schema.const ?? (schema.items ?
  'array of ' + typeOf(schema.items) : [schema.type ?? 'any'].flat().join(' | '));
const note = ({ default: value }) => value === undefined ? [] :
  [' Default: ', Array.isArray(value) && value.length === 0 ? 'none' : code(String(value)), '.'];
const rows = (schema, path = '') => {
  const required = schema.required ?? [];
  const members = Object.entries(schema.properties ?? {});
  return members.toSorted(([a], [b]) => required.includes(b) - required.includes(a)).flatMap(([name, member]) => [
    element('tr', [
      element('td', [code(path + name), element('div', typeOf(member) + (required.includes(name) ? ', required' : ''), 'type')]),
      element('td', [...prose(member.description), ...note(member)]),
    ]),
    ...rows(member.items?.properties ? member.items : member, path + name + (member.items ? '[].' : '.')),
  ]);
};
const table = (head, body) => element('div', element('table', [
  element('thead', element('tr', head.map((title) => element('th', title)))), element('tbody', body)]), 'rows');
const schemaOf = (holder) => holder?.content?.['application/json'].schema;
const section = (title, method, operation) => {
  const box = element('details', [
    element('summary', [element('span', method, 'method'), code(title), operation.summary]),
    element('p', prose(operation.description))]);
  const add = (heading, ...nodes) => box.append(element('h3', heading), ...nodes);
  const parameters = operation.parameters ?? [];
  if (parameters.length) add('Parameters', table(['Name', ''], parameters.map((parameter) => element('tr', [
    element('td', [code(parameter.name), element('div', parameter.in + (parameter.required ? ', required' : ''), 'type')]),
    element('td', prose(parameter.description))]))));
  const body = schemaOf(operation.requestBody);
  if (body) add('Request body', table(['Field', ''], rows(body)));
  const errors = [];
  for (const [status, response] of Object.entries(operation.responses)) {
    const schema = schemaOf(response);
    if (schema?.properties) add('Response ' + status, element('p', prose(response.description)), table(['Field', ''], rows(schema)));
    else errors.push(element('tr', [element('td', status), element('td', prose(response.description))]));
  }
  if (errors.length) add('Other responses', table(['Status', ''], errors));
  return box;
};
const main = document.querySelector('main');
fetch('/v1/openapi.json').then((response) => response.json()).then((api) => {
  document.title = api.info.title;
  document.querySelector('h1').textContent = api.info.title + ' ' + api.info.version;
  document.querySelector('#about').append(...prose(api.info.description));
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(methods)) main.append(section('/v1' + path, method, operation));
  main.append(element('h2', 'Webhook'));
  for (const { post } of Object.values(api.webhooks)) main.append(section('your URL', 'post', post));
}).catch(() => main.append('The description could not be loaded.'));
`;

/** A page that shows the OpenAPI document to people: everything it needs is in it. */
export const docsPage: string = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API</title><style>${style}</style></head>
<body><h1>API</h1><p id="about"></p><p>Send your key in the <code>X-API-Key</code> header. The description as <a href="/v1/openapi.json">OpenAPI 3.1</a>.</p><main></main><noscript>This page needs its script; the description does not.</noscript><script>${script}</script></body>
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
