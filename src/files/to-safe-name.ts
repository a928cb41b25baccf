/** Bytes of a name in UTF-8; file systems take 255, and a random part stands in front. */
const maxBytes = 120;
/** Characters of an ending that are kept when a name is cut. */
const maxEnding = 16;

/**
 * Returns what is safe of a file name that a page gave: one segment of letters, digits, spaces and `._-`, without a dot or
 * space at either end, of at most 120 bytes; `file` where nothing is left.
 */
export function toSafeName(name: string): string {
  const [last = ''] = name.normalize('NFC').split(/[\\/]/).slice(-1);
  const plain = last
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{M}\p{N}._ -]+/gu, '_')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return cut(plain) || 'file';
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= maxEnding ? name.slice(dot) : '';
  let stem = '';
  let bytes = Buffer.byteLength(ending);
  for (const character of name.slice(0, name.length - ending.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    stem += character;
  }
  return `${stem}${ending}`;
}
