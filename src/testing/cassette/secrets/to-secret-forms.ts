/** A way in which a secret may stand in a text, and what takes its place. */
export interface SecretForm {
  readonly form: string;
  readonly replacement: string;
}

/** Base64 of fewer bytes is found in texts by chance: 8 of them leave at least 8 characters that depend on nothing else. */
const minEncodedBytes = 8;

/**
 * Returns the forms of a value: as it is, in URLs and forms, in JSON and HTML, in base64 at each of its three alignments, and in
 * UTF-16. Bytes of UTF-8 stand as one character each, as in latin-1.
 */
export function toSecretForms(value: string, placeholder: string): readonly SecretForm[] {
  const wellFormed = value.toWellFormed();
  const url = encodeURIComponent(wellFormed);
  const bytes = Buffer.from(wellFormed);
  const plain = [
    value,
    url,
    url.replaceAll('%20', '+'),
    // What `URLSearchParams` encodes beyond it.
    new URLSearchParams([['', wellFormed]]).toString().slice(1),
    encodeURI(wellFormed),
    JSON.stringify(wellFormed).slice(1, -1),
    toHtml(wellFormed),
    bytes.toString('latin1'),
  ];
  const wide = Buffer.from(wellFormed, 'utf16le');
  const forms = new Map(plain.map((form) => [form, placeholder]));
  forms.set(wide.toString('latin1'), Buffer.from(placeholder, 'utf16le').toString('latin1'));
  const big = Buffer.from(wide).swap16().toString('latin1');
  forms.set(big, Buffer.from(placeholder, 'utf16le').swap16().toString('latin1'));
  for (const form of bytes.length < minEncodedBytes ? [] : listBase64(bytes)) {
    // As long as it was, so that what stands around it still decodes.
    forms.set(form, 'A'.repeat(form.length));
  }
  return [...forms].map(([form, replacement]) => ({ form, replacement }));
}

function toHtml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The characters of base64 that depend on the bytes alone, wherever these stand in what is encoded. */
function listBase64(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const first = Math.ceil((before * 4) / 3);
    const last = Math.floor((padded.length * 4) / 3);
    return [
      padded.toString('base64').slice(first, last),
      padded.toString('base64url').slice(first, last),
    ];
  });
}
