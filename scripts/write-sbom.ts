import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { argv, exit } from 'node:process';

/**
 * Writes what an installation brings, and what the built package holds, into a folder (`out/` without an argument): `sbom.json` (CycloneDX, by `npm sbom` from the
 * lockfile) and `licences.txt`. Exits with 1 and the packages whose licence is not known to allow what users do with them.
 */
interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly expression?: string;
    readonly license?: { readonly id?: string; readonly name?: string };
  }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface Bom {
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Locked {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Licences that ask for no more than a notice. */
const known: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Of packages whose manifest names none: what the file beside it says. */
const readByHand: ReadonlyMap<string, string> = new Map([['png-js@2.0.0', 'MIT']]);

const [, , folder = 'out'] = argv;
const root = path.join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const bom = JSON.parse(
  execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  }),
) as Bom;
// `--omit dev` of npm leaves out what a development dependency needs as well.
const installed = new Set<string>();
addNeeded('', installed);
addBundled(installed);
const names = new Set(
  [...installed].map((place) => `${toName(place)}@${packages[place]?.version}`),
);
const components = bom.components
  .filter(({ name, version }) => names.has(`${name}@${version}`))
  // Of those that development needs as well, npm says that they are for development.
  .map(({ properties: _properties, ...part }) => part);
const refs = new Set(components.map((part) => part['bom-ref']));
const dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref) || ref.startsWith('gleaner@'))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => refs.has(on)) }));
mkdirSync(folder, { recursive: true });
const filtered = JSON.stringify({ ...bom, components, dependencies }, undefined, 2);
writeFileSync(path.join(folder, 'sbom.json'), `${filtered}\n`);
const lines = components.map((part) => `${part.name}@${part.version}  ${toLicence(part)}`);
writeFileSync(path.join(folder, 'licences.txt'), `${lines.toSorted().join('\n')}\n`);
console.log(`${components.length} packages: ${folder}/sbom.json, ${folder}/licences.txt`);

const unknown = components.filter((part) => !isKnown(toLicence(part)));
for (const part of unknown) {
  console.error(
    `${part.name}@${part.version}: the licence ${JSON.stringify(toLicence(part))} is not known. Read it, then add it to scripts/write-sbom.ts or take another package.`,
  );
}
if (unknown.length > 0) exit(1);

/** Adds where the lockfile has what a package needs, and all below it. */
function addNeeded(place: string, places: Set<string>): void {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    packages[place] ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta?.[name]?.optional !== true,
  );
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
  for (const name of names) {
    const found = findLocked(name, place);
    if (found === undefined || places.has(found)) continue;
    places.add(found);
    addNeeded(found, places);
  }
}

/** Adds the packages that the built package holds parts of: the build names each with its licence. */
function addBundled(places: Set<string>): void {
  const output = path.join(root, 'dist');
  const notices = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.basename(name) === 'LICENSES.txt',
  );
  if (notices.length === 0) throw new Error('Nothing is built: run `npm run build` first.');
  for (const notice of notices) {
    const parts = readFileSync(path.join(output, notice), 'utf8').split('\n---\n\n');
    for (const part of parts) {
      const found = findLocked(part.slice(0, part.indexOf('\n')), '');
      if (found !== undefined) places.add(found);
    }
  }
}

function toName(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** In the nearest `node_modules` above the package that needs it. */
function findLocked(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/'))) {
    const place = path.posix.join(folder, 'node_modules', name);
    if (packages[place] !== undefined) return place;
    if (folder === '') return undefined;
  }
}

function toLicence({ name, version, licenses = [] }: Component): string {
  const stated = licenses
    .map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '')
    .join(' AND ');
  return stated === '' ? (readByHand.get(`${name}@${version}`) ?? '') : stated;
}

/** One of the licences that may be chosen is known, and all that apply together are. */
function isKnown(licence: string): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((all) => all.split(' OR ').some((one) => known.has(one.trim())));
}
