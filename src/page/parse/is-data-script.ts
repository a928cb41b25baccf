import { type Element, Text } from 'domhandler';

const jsonLdType = /^application\/ld\+json\b/i;
const dataType = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i;
const scriptType = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i;
/** `window.__STATE__ = {`, `var data = [`, `self.__next_f.push([`: read at the start of a script only. */
const assignment =
  /(?:(?:window|self|globalThis)(?:\.[\w$]+|\[["'][\w$]+["']\])|(?:var|let|const)\s+[\w$]+)\s{0,9}(?:=\s{0,9}(?:JSON\.parse\(|[{["'])|\.push\()/;
/** Characters; the start of a script that `assignment` is looked for in. */
const searchedStart = 1_000;

/** Whether a `<script>` holds data: JSON of any kind, or the assignment of a page's state to a variable. */
export function isDataScript(script: Element & { readonly head?: unknown }): boolean {
  const type = script.attribs['type']?.trim() ?? '';
  if (dataType.test(type)) return true;
  if (!scriptType.test(type)) return false;
  const { head } = script;
  return head instanceof Text && assignment.test(head.data.slice(0, searchedStart));
}

/** Whether a `<script>` holds JSON-LD. */
export function isJsonLd(script: Element): boolean {
  return jsonLdType.test(script.attribs['type']?.trim() ?? '');
}
