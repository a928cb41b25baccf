const tags = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<form action=javascript:alert(1)><button>',
  '<template><script>alert(1)</script></template>',
];

/** What may stand around markup that is to break out of a text, an attribute, a script, a comment or a style. */
const frames: readonly ((tag: string) => string)[] = [
  (tag) => tag,
  (tag) => `">${tag}`,
  (tag) => `'>${tag}`,
  (tag) => `</script>${tag}`,
  (tag) => `</title></textarea>${tag}`,
  (tag) => `-->${tag}`,
  (tag) => `]]>${tag}`,
  (tag) => tag.toUpperCase(),
  (tag) => `\u2028${tag}\u202e`,
  (tag) => `&#x3c;${tag.slice(1)}${tag}`,
];

/** 100 texts that are harmless as text. */
export const xssPayloads: readonly string[] = tags.flatMap((tag) =>
  frames.map((frame) => frame(tag)),
);
