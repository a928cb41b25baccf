import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');

const texts = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'examples/**/*.md'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
});

describe.each(texts)('%s', (text) => {
  const source = readFileSync(path.join(root, text), 'utf8');

  test('names files and folders that exist', () => {
    expect(listPaths(source).filter((name) => !isInRepository(name))).toEqual([]);
  });

  test('links to files and headings that exist', () => {
    const folderOfText = path.dirname(text);
    const broken = [...source.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !isTarget(folderOfText, text, link));
    expect(broken).toEqual([]);
  });
});

test('ARCHITECTURE.md has at most 200 lines, and each place of its walks has what it is visited for', () => {
  const source = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8');
  const walk = source.slice(source.indexOf("## An hour's walk"), source.indexOf('## What passes'));
  expect(source.split('\n').length).toBeLessThanOrEqual(201);
  const ways = walk.split('\n### ').slice(1);
  expect(ways).toHaveLength(5);
  for (const way of ways) {
    const places = [...way.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm)];
    expect(places.length).toBeGreaterThan(5);
    expect(places.length).toBeLessThanOrEqual(12);
    const lost = places.filter(([, file = '', name = '']) => {
      const folder = file.startsWith('ui/') ? root : path.join(root, 'src');
      const word = new RegExp(`\\b${name.replace('.', '\\.')}\\b`);
      return !word.test(readFileSync(path.join(folder, file), 'utf8'));
    });
    expect(lost.map(([row]) => row)).toEqual([]);
  }
});

test('a file, folder, link or heading that does not exist is noticed', () => {
  const missing = ['src/page/no-such-folder/', 'page/no-such-file.ts', 'no-such-file.ts'];
  const known = ['src/page/', 'page/read-page.ts', 'create-gleaner.ts', 'docs/ERRORS.md'];
  const source = [...missing, ...known].map((name) => `\`${name}\``).join(' ');
  expect(listPaths(source)).toEqual([...missing, ...known]);
  expect(listPaths(source).filter((name) => !isInRepository(name))).toEqual(missing);
  expect(isTarget('docs', 'docs/ERRORS.md', '#no-such-heading')).toBe(false);
  expect(isTarget('docs', 'docs/ERRORS.md', '#the-words-of-each-adapter')).toBe(true);
});

test.each(['src/index', 'src/service/index', 'src/web/http/index', 'test-kit/index'])(
  'each name that %s.ts exports has a documentation comment',
  (entryPoint) => {
    const file = path.join(root, `${entryPoint}.ts`);
    const names = listExports(file);
    expect(names.length).toBeGreaterThan(5);
    expect(
      names.filter(({ file, name }) => !isDocumented(readFileSync(file, 'utf8'), name)),
    ).toEqual([]);
  },
);

test('an export without a documentation comment is noticed', () => {
  const source = '/** Returns 1. */\nexport const one = () => 1;\nexport interface Two {}';
  expect(isDocumented(source, 'one')).toBe(true);
  expect(isDocumented(source, 'Two')).toBe(false);
  expect(isDocumented(source, 'three')).toBe(false);
});

interface Exported {
  readonly file: string;
  readonly name: string;
}

function listExports(entryPoint: string): readonly Exported[] {
  const clauses = readFileSync(entryPoint, 'utf8').matchAll(/\{([^}]*)\} from '([^']+)'/g);
  return [...clauses].flatMap(([, names = '', source = '']) =>
    names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => name !== '')
      .map((name) => ({ file: path.join(path.dirname(entryPoint), source), name })),
  );
}

function isDocumented(source: string, name: string): boolean {
  const lines = source.split('\n');
  const declaration = new RegExp(
    `^export (?:async )?(?:interface|type|class|const|function) ${name}\\b`,
  );
  const at = lines.findIndex((line) => declaration.test(line));
  return lines[at - 1]?.trim().endsWith('*/') === true;
}

/** Paths in backticks, and what begins the lines of a tree, when they are of this repository or of its `src`. */
function listPaths(source: string): readonly string[] {
  const quoted = [...source.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, name = '']) => name);
  const tree = [...source.matchAll(/^((?:[a-z]+\/ ?)+) {2,}\S/gm)].flatMap(([, names = '']) =>
    names.trim().split(' '),
  );
  return [...quoted.filter(isPathLike), ...tree];
}

/** `src/page/`, `page/read-page.ts` and `read-page.ts`, but not `gleaner/http`, `text/Next`, `application/json` or `start.ts`. */
function isPathLike(name: string): boolean {
  const [first = '', ...rest] = name.split('/');
  // A selector of a recipe, `text/Next`: names in the repository have no capital without an extension.
  if (first === '..' || /^[A-Z][^.]*$/.test(rest.at(-1) ?? '')) return false;
  if (rest.length === 0) return /^[a-z]+(-[a-z\d]+)+\.tsx?$/.test(name);
  return existsSync(path.join(root, first)) || existsSync(path.join(root, 'src', first));
}

function isInRepository(name: string): boolean {
  return name.includes('/')
    ? existsSync(path.join(root, name)) || existsSync(path.join(root, 'src', name))
    : fileNames.has(name);
}

const fileNames = new Set(
  globSync('{src,test-kit,test,bench,scripts,examples,ui}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  }).map((file) => path.basename(file)),
);

function isTarget(folderOfText: string, text: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? path.join(root, text) : path.join(root, folderOfText, file);
  if (!existsSync(target)) return false;
  return heading === undefined || listHeadings(readFileSync(target, 'utf8')).includes(heading);
}

/** The anchors that GitHub gives a text's headings. */
function listHeadings(source: string): readonly string[] {
  return [...source.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
