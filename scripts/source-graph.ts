import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The layers of `src/`, top to bottom, with the test kit between them: the command alone takes something from it. A file imports from its
 * own layer or from those below, and no files import each other in a circle, types included.
 */
export const layers: readonly string[] = [
  'cli',
  'test-kit',
  'web',
  'service',
  'studio',
  'evaluation',
  'testing',
  'index.ts',
  'storage',
  'core',
  'browser',
  'recipes',
  'extraction',
  'page',
  'network',
  'runtime',
];

/** Folders of `src/` that belong together. */
interface Package {
  readonly folders: readonly string[];
  /** Packages that it may import beside itself. */
  readonly imports: readonly string[];
}

/** The packages of `src/`. The main entry point is of none: it exports the core, and the storage that an engine may be given. */
export const packages: Readonly<Record<string, Package>> = {
  core: {
    folders: ['core', 'browser', 'recipes', 'extraction', 'page', 'network', 'runtime'],
    imports: [],
  },
  studio: { folders: ['studio'], imports: ['core'] },
  // Its web application and its command offer all the others.
  service: {
    folders: ['cli', 'web', 'service', 'storage'],
    imports: ['core', 'studio', 'evaluation'],
  },
  // The contract suites try stores with the plans of the service.
  evaluation: { folders: ['evaluation', 'testing', 'test-kit'], imports: ['core', 'service'] },
};

/** Whether the rules of the packages let a folder import another one. */
export function mayImport(folder: string, target: string): boolean {
  const own = findPackage(folder);
  const other = findPackage(target);
  if (own === undefined || other === undefined || own === other) return true;
  return packages[own]?.imports.includes(other) === true;
}

function findPackage(folder: string): string | undefined {
  return Object.keys(packages).find((name) => packages[name]?.folders.includes(folder));
}

/** An import or a re-export of another file of the tree. */
export interface SourceImport {
  /** The statement as it stands, comments between its names included. */
  readonly statement: string;
  /** Path from the folder of the tree. */
  readonly target: string;
  /** Of a whole statement `import type`. */
  readonly isType: boolean;
}

/** The files of a folder and what each of them takes from others, by path from the folder; without tests. */
export type SourceGraph = ReadonlyMap<string, readonly SourceImport[]>;

const importPattern =
  /(?:\b(?:im|ex)port\s+(type\s)?[^';]*?)?\bfrom\s+'(\.{1,2}\/[^']+)'|\bimport\('(\.{1,2}\/[^']+)'\)/g;

/** Reads the imports of each source file below a folder; targets may lie outside it. */
export function readSourceGraph(folder: string): SourceGraph {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // Tests may use what any user may: they are no part of the structure.
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file));
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      const imports = [...text.matchAll(importPattern)].map(
        ([statement, isType, direct, lazy = '']) => ({
          statement,
          target: path.normalize(path.join(path.dirname(file), direct ?? lazy)),
          isType: isType !== undefined,
        }),
      );
      return [file, imports];
    }),
  );
}

/** The files of `src` and of the test kit, by path from `src`: `../test-kit/index.ts`. */
export function readHouseGraph(root: string): SourceGraph {
  const [source, kit] = [path.join(root, 'src'), path.join(root, 'test-kit')];
  const fromSource = (file: string): string => path.relative(source, path.join(kit, file));
  const kitFiles = [...readSourceGraph(kit)].map(([file, imports]) => {
    const moved = imports.map((each) => ({ ...each, target: fromSource(each.target) }));
    return [fromSource(file), moved] as const;
  });
  return new Map([...readSourceGraph(source), ...kitFiles]);
}

/** Whether an import names more than types: `import { type Page, readPage } from …`, or loads the module. */
export function namesValues({ statement, isType }: SourceImport): boolean {
  if (isType) return false;
  const names = /\{([^}]*)\}/.exec(statement)?.[1];
  return names === undefined || names.split(',').some((name) => /^\s*(?!type\s)\S/.test(name));
}

/** Files of which each leads to each of the others by imports, types included: Tarjan's strongly connected components. */
export function findCircles(graph: SourceGraph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let low = own;
    for (const { target } of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      const seen = order.get(target);
      if (seen === undefined) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? seen);
    }
    lowest.set(file, low);
    if (low === own) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** Whether a test stands beside a source file. */
export function hasOwnTest(folder: string, file: string): boolean {
  return ['.test.ts', '.long.test.ts'].some((end) =>
    existsSync(path.join(folder, file.replace(/\.ts$/, end))),
  );
}
