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

/** Media types of what people upload and download, by ending. Source: IANA media types. */
const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  gz: 'application/gzip',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** Returns the media type that the ending of a file's name stands for; `application/octet-stream` for others. */
export function mediaType(name: string): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(types, ending) ? (types[ending] ?? unknownType) : unknownType;
}

const unknownType = 'application/octet-stream';
