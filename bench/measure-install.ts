import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A package of a consumer's installation, with what it takes on the disk. */
export interface InstalledPackage {
  readonly name: string;
  /** Whole blocks of 4 KiB, folders included, as `du` counts. */
  readonly bytes: number;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const root = path.join(import.meta.dirname, '..');
const blockBytes = 4_096;

/**
 * The packages that `npm install gleaner` brings, or `npm install gleaner --omit=optional` without `withOptional`, the
 * largest first. Nothing is installed: they are those of this clone that the published package leads to.
 */
export function measureInstall({
  withOptional,
  packed,
}: {
  readonly withOptional: boolean;
  /** Folder of the unpacked tarball. */
  readonly packed: string;
}): readonly InstalledPackage[] {
  const places = new Set<string>();
  addDependencies(root, withOptional, places);
  const own = { name: 'gleaner', bytes: measureFolder(packed) };
  const others = [...places].map((place) => ({
    name: path
      .relative(root, place)
      .replaceAll(/node_modules\//g, ' ')
      .trim(),
    bytes: measureFolder(place),
  }));
  return [own, ...others].toSorted((one, other) => other.bytes - one.bytes);
}

function addDependencies(place: string, withOptional: boolean, places: Set<string>): void {
  const manifest = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8')) as Manifest;
  const optional = manifest.optionalDependencies ?? {};
  const names = Object.keys(manifest.dependencies ?? {}).filter((name) => !(name in optional));
  for (const name of Object.keys(manifest.peerDependencies ?? {})) {
    if (manifest.peerDependenciesMeta?.[name]?.optional !== true) names.push(name);
  }
  if (withOptional) names.push(...Object.keys(optional));
  for (const name of names) {
    const found = findPackage(name, place);
    // What is optional may be made for another platform.
    if (found === undefined || places.has(found)) continue;
    places.add(found);
    addDependencies(found, withOptional, places);
  }
}

/** Where Node finds a package from another one: in the nearest `node_modules` above it. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(root); folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(place, 'package.json'))) return place;
  }
  return undefined;
}

/** A package's own files, without the packages that lie inside it. */
function measureFolder(folder: string): number {
  let bytes = blockBytes;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (!entry.isDirectory()) bytes += toBlocks(lstatSync(file).size);
    else if (entry.name !== 'node_modules') bytes += measureFolder(file);
  }
  return bytes;
}

function toBlocks(bytes: number): number {
  return Math.ceil(bytes / blockBytes) * blockBytes;
}
