import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** The version of the members of our own; a file of a newer one is refused. */
export const cassetteVersion = 1;

/** Bytes in a HAR: as text, as base64, or in a file beside it, named by its hash. */
export interface HarContent {
  readonly size: number;
  readonly mimeType: string;
  readonly text?: string | undefined;
  readonly encoding?: string | undefined;
  /** Name in the folder of bodies: SHA-256 of the bytes in hex, and an extension. */
  readonly _gleanerFile?: string | undefined;
}

/** Larger bodies lie beside the file: a reviewer reads a changed line, not a page. */
const maxInlineBytes = 8_192;

const bodyName = /^[0-9a-f]{64}\.[a-z0-9]{1,10}$/;

function toBodyFolder(file: string): string {
  return `${file}.bodies`;
}

/** Returns how bytes are written in a HAR; `files` gets those that lie beside it, by name. */
export function toContent(
  bytes: Uint8Array,
  mimeType: string,
  files: Map<string, Uint8Array>,
): HarContent {
  const content = { size: bytes.length, mimeType };
  if (bytes.length > maxInlineBytes) {
    const name = `${toHash(bytes)}.${toExtension(mimeType)}`;
    files.set(name, bytes);
    return { ...content, _gleanerFile: name };
  }
  const given = findText(bytes);
  if (given !== undefined) return { ...content, text: given };
  return { ...content, text: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
}

/** The text that has exactly these bytes in UTF-8; `undefined` for other bytes. */
export function findText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a body, which the receiver may change. Throws where its file is missing or holds others. */
export function readContent(content: HarContent, file: string): Uint8Array {
  const { encoding, _gleanerFile: name } = content;
  if (name === undefined)
    return Buffer.from(content.text ?? '', encoding === 'base64' ? 'base64' : 'utf8');
  const place = path.join(toBodyFolder(file), name);
  const bytes = readBody(place, file);
  if (toHash(bytes) !== name.slice(0, 64)) {
    throw new Error(
      `The body "${place}" of the cassette "${file}" is not the one that was recorded: its SHA-256 is another. Restore it, or record again (\`mode: 'record'\`).`,
    );
  }
  return bytes;
}

function readBody(place: string, file: string): Uint8Array {
  try {
    return readFileSync(place);
  } catch (cause) {
    throw new Error(`The cassette "${file}" has a body in "${place}", which cannot be read.`, {
      cause,
    });
  }
}

/** Throws where a name cannot be of a body, or bodies are missing: all are named at once. */
export function checkBodies(names: readonly string[], file: string): void {
  const strange = names.find((name) => !bodyName.test(name));
  if (strange !== undefined) {
    throw new Error(
      `The cassette "${file}" names a body "${strange}", which is no SHA-256 in hex with an extension.`,
    );
  }
  const folder = toBodyFolder(file);
  const missing = [...new Set(names)].filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length === 0) return;
  throw new Error(
    `The cassette "${file}" has bodies in "${folder}", and ${missing.length} of ${new Set(names).size} are missing: ${missing.join(', ')}. Commit the folder together with the file, or record again (\`mode: 'record'\`).`,
  );
}

export function writeBodies(files: ReadonlyMap<string, Uint8Array>, file: string): void {
  if (files.size === 0) return;
  const folder = toBodyFolder(file);
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) replaceFile(path.join(folder, name), bytes);
}

/** Removes bodies that no entry names any more, and the folder where none is left. */
export function removeUnused(used: ReadonlySet<string>, file: string): void {
  const folder = toBodyFolder(file);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (bodyName.test(name) && !used.has(name)) rmSync(path.join(folder, name), { force: true });
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Writes a file as a whole: readers see the old one or the new one, also when the process or the disk fails in between. */
export function replaceFile(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, content, { flush: true });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function toHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const extensions: Readonly<Record<string, string>> = {
  'application/javascript': 'js',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/xhtml+xml': 'xhtml',
  'application/xml': 'xml',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'text/html': 'html',
  'text/javascript': 'js',
  'text/plain': 'txt',
};

function toExtension(mimeType: string): string {
  const essence = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  const [, subtype = ''] = essence.split('/');
  return extensions[essence] ?? (/^[a-z0-9]{1,10}$/.test(subtype) ? subtype : 'bin');
}
