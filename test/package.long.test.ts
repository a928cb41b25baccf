import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env, execPath } from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { measureInstall, type InstalledPackage } from '../bench/measure-install.ts';
import {
  createConsumer,
  dependencies,
  optionalDependencies,
  packingMs,
} from './setup/packed-package.ts';

const root = path.join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
/** A consumer with every package of this clone. */
let folder: string;

beforeAll(async () => {
  folder = await createConsumer();
}, packingMs);

function runInFolder(script: string, consumer = folder): string {
  const file = path.join(consumer, 'script.mjs');
  writeFileSync(file, script);
  return execFileSync(execPath, [file], { cwd: consumer, encoding: 'utf8' });
}

test('the packed manifest says where the source, the documentation and the reports of faults are', () => {
  const file = path.join(folder, 'node_modules', 'gleaner', 'package.json');
  const { repository, homepage, bugs } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly repository: { readonly type: string; readonly url: string };
    readonly homepage: string;
    readonly bugs: { readonly url: string };
  };
  expect(repository).toMatchObject({ type: 'git', url: expect.stringMatching(/^git\+https:\/\//) });
  for (const url of [homepage, bugs.url]) expect(url).toMatch(/^https:\/\/\w/);
});

test('the packed package extracts from its own fixture site, through its entry points', () => {
  const output = runInFolder(`
    import { createGleaner } from 'gleaner';
    import { serveFixtureSite } from 'gleaner/testing';
    const site = await serveFixtureSite();
    const port = new URL(site.url).port;
    const gleaner = createGleaner({ egress: { allowPrivate: ['127.0.0.1/32:' + port] } });
    const { result } = await gleaner.extract({
      url: site.url + '/shop/product/harbour-brass-desk-lamp/',
      prompt: 'name and price',
      schema: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
    });
    await gleaner.close();
    await site.close();
    console.log(JSON.stringify(result));
  `);
  expect(JSON.parse(output)).toEqual({ name: 'Harbour Brass Desk Lamp', price: 89.5 });
});

test('schemas that run in a thread of their own find it in the package', () => {
  const output = runInFolder(`
    import { createGleaner } from 'gleaner';
    import { scriptedModel } from 'gleaner/testing';
    const model = scriptedModel(() => ({ content: { tags: ['a', 'b'] } }));
    const gleaner = createGleaner({ model });
    const schema = { type: 'object', properties: { tags: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^[a-z]+$' } } } };
    const { result } = await gleaner.extract({ html: '<p>a b</p>', prompt: 'tags', schema });
    await gleaner.close();
    console.log(JSON.stringify(result));
  `);
  expect(JSON.parse(output)).toEqual({ tags: ['a', 'b'] });
});

test('importing the package opens nothing: the process ends by itself', () => {
  expect(runInFolder(`await import('gleaner'); console.log('imported');`)).toBe('imported\n');
});

test('every export of the package is imported and required', () => {
  const file = path.join(folder, 'node_modules', 'gleaner', 'package.json');
  const { exports, scripts } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly exports: Readonly<Record<string, unknown>>;
    readonly scripts: Readonly<Record<string, string>>;
  };
  const names = Object.keys(exports).map((entryPoint) => `gleaner${entryPoint.slice(1)}`);
  expect(names.length).toBeGreaterThan(8);
  const output = runInFolder(`
    import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);
    for (const name of ${JSON.stringify(names)}) {
      const options = name.endsWith('.json') ? { with: { type: 'json' } } : {};
      const imported = Object.keys(await import(name, options)).length;
      console.log(name, imported > 0, Object.keys(require(name)).length > 0);
    }
  `);
  expect(output.trim().split('\n')).toEqual(names.map((name) => `${name} true true`));
  // What is published was built by the command that packs it.
  expect(scripts['prepack']).toBe('node scripts/build.ts');
});

test('a schema whose converter is not installed is refused with the command that installs it', async () => {
  const output = runInFolder(
    `
    import { createGleaner } from 'gleaner';
    await using gleaner = createGleaner();
    for (const vendor of ['valibot', 'zod', 'other']) {
      const schema = { '~standard': { version: 1, vendor, validate: (value) => ({ value }) } };
      await gleaner.extract({ html: '<p>x</p>', prompt: 'x', schema }).catch(({ message }) => console.log(message));
    }
  `,
    await createConsumer(dependencies),
  );
  const [valibot, zod, other] = output.trim().split('\n');
  expect(valibot).toContain('npm install @valibot/to-json-schema');
  expect(zod).toContain('npm install zod-to-json-schema, or update to zod 4');
  expect(other).toContain('update it, or pass the JSON Schema itself');
});

test('every entry point of the package opens', () => {
  const output = runInFolder(`
    import { createGleaner } from 'gleaner';
    import { createService } from 'gleaner/service';
    import { createHttpHandler } from 'gleaner/http';
    import { storeContract } from 'gleaner/testing';
    await using gleaner = createGleaner();
    await using service = createService({ gleaner });
    const response = await createHttpHandler(service)(new Request('http://localhost/healthz'));
    console.log(response.status, storeContract.length > 0);
  `);
  expect(output).toBe('200 true\n');
});

test('the command of the package runs', () => {
  const command = path.join(folder, 'node_modules', 'gleaner', 'dist', 'cli', 'gleaner.js');
  const output = execFileSync(execPath, [command, 'extract', '-', 'the price', '--json'], {
    input: '<h1>Lamp</h1><p>Price: £5.00</p>',
    encoding: 'utf8',
  });
  expect(JSON.parse(output)).toMatchObject({ creditsUsed: 5 });
});

test('the command says in one sentence that a Node is too old', () => {
  const command = path.join(folder, 'node_modules', 'gleaner', 'dist', 'cli', 'gleaner.js');
  // Node's version as an old one tells it, and, where this machine has one, a Node that is old.
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})`;
  const runs = [[execPath, '--import', pretend], ...listOldNodes().map((node) => [node])];
  for (const [node = '', ...args] of runs) {
    const { status, stdout, stderr } = spawnSync(node, [...args, command, 'extract', '-', 'x'], {
      encoding: 'utf8',
    });
    expect([node, status, stdout]).toEqual([node, 1, '']);
    expect(stderr).toMatch(
      /^gleaner needs Node\.js [\d.]+ or newer, and this is [\d.]+: install a newer one \(https:\/\/nodejs\.org\)\.\n$/,
    );
  }
});

/** Nodes on the path that `engines` of package.json leaves out, from 18 on. */
function listOldNodes(): readonly string[] {
  return (env['PATH'] ?? '')
    .split(path.delimiter)
    .map((place) => path.join(place, 'node'))
    .filter((node) => existsSync(node))
    .filter((node) => {
      const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
      return /^v(?:18|19|20|21)\./.test(version);
    });
}

test('the package brings no tests, sources, maps or tools along', () => {
  const files = readdirSync(path.join(folder, 'node_modules', 'gleaner'), {
    recursive: true,
    encoding: 'utf8',
  });
  expect(
    files.filter((file) => /\.test\.|\.map$|^src\b|^test\b|^bench\b|^scripts\b/.test(file)),
  ).toEqual([]);
  expect(files).toContain(path.join('fixtures', 'site', 'index.html'));
});

test('a strict consumer compiles without skipLibCheck', async () => {
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023'],
    types: ['node'],
  };
  // With no more types at hand than a consumer has: those of Node, and what `npm install gleaner` brings.
  const consumer = await createConsumer([
    ...dependencies,
    ...optionalDependencies,
    '@types/node',
    'undici-types',
  ]);
  const entryPoints = Object.keys(
    (
      JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
        readonly exports: Readonly<Record<string, unknown>>;
      }
    ).exports,
  ).filter((entryPoint) => !entryPoint.endsWith('.json'));
  const imports = entryPoints.map(
    (entryPoint, at) => `import * as d${at} from 'gleaner${entryPoint.slice(1)}';`,
  );
  const names = entryPoints.map((_entryPoint, at) => `d${at}`).join(', ');
  writeFileSync(
    path.join(consumer, 'use.ts'),
    `${imports.join('\n')}
import { createGleaner, openaiCompatibleModel } from 'gleaner';
import { scriptedModel } from 'gleaner/testing';
export const entryPoints = [${names}];
export const models = [openaiCompatibleModel({ baseUrl: 'http://127.0.0.1/v1', model: 'm' }), scriptedModel([])];
export const engines = models.map((model) => createGleaner({ model }));
`,
  );
  writeFileSync(
    path.join(consumer, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['use.ts'] }),
  );
  const compiler = path.join(root, 'node_modules', '.bin', 'tsc');
  let errors = '';
  try {
    execFileSync(compiler, ['-p', consumer], { encoding: 'utf8' });
  } catch (error) {
    errors = (error as { readonly stdout: string }).stdout;
  }
  expect(errors).toBe('');
});

describe('the example projects test offline', () => {
  const projects = ['vitest', 'jest', 'node-test'];
  const refuse = path.join(root, 'test', 'setup', 'refuse-network.ts');

  /** Runs the script `test` of a copy of an example, with the packed package and without the network. */
  async function runExample(
    name: string,
    extra?: string,
  ): Promise<{ readonly status: number; readonly output: string }> {
    const project = await createConsumer([
      ...dependencies,
      ...optionalDependencies,
      ...(name === 'node-test' ? [] : ['vitest', 'jest', '@jest/globals']),
    ]);
    cpSync(path.join(root, 'examples', 'testing', name), project, { recursive: true });
    if (extra !== undefined) {
      const file = path.join(project, 'test', 'read-lamp.test.js');
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n${extra}`);
    }
    const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
      readonly scripts: { readonly test: string };
    };
    // Both runners end a test after 5 s, of which a busy machine may take most to start.
    const patient = name === 'node-test' ? scripts.test : `${scripts.test} --testTimeout=60000`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', patient], {
      cwd: project,
      encoding: 'utf8',
      env: {
        PATH: [path.join(root, 'node_modules', '.bin'), path.dirname(execPath), env['PATH']].join(
          ':',
        ),
        HOME: project,
        CI: 'true',
        NO_COLOR: '1',
        NODE_OPTIONS: `--import ${refuse}`,
      },
    });
    return { status: status ?? -1, output: `${stdout}${stderr}` };
  }

  test.each(projects)('%s', async (name) => {
    const { status, output } = await runExample(name);
    expect(output).toMatch(/(?:Tests +3 passed|3 passed, 3 total|pass 3)/);
    expect(status).toBe(0);
  });

  test('a test that uses the network fails there', async () => {
    const extra = `test('network', async () => { await using g = createGleaner({ browser: false }); await g.scrape({ url: 'http://93.184.215.14/' }); });`;
    const { status, output } = await runExample('node-test', extra);
    expect(output).toContain('The network was used');
    expect(status).toBe(1);
  });
});

describe('without optional packages', () => {
  let lean: string;
  let withPdf: string;

  beforeAll(async () => {
    lean = await createConsumer(dependencies);
    withPdf = await createConsumer([...dependencies, 'pdfkit', 'fontkit']);
  });

  test('pages are read and extracted from', () => {
    const output = runInFolder(
      `
      import { createGleaner } from 'gleaner';
      import 'gleaner/http';
      import 'gleaner/testing';
      const gleaner = createGleaner();
      const html = '<title>Lamp</title><h1>Lamp</h1><p>Price: £5.00</p>';
      const { markdown } = await gleaner.scrape({ html, format: 'markdown' });
      const schema = { type: 'object', properties: { price: { type: 'number' } } };
      const { result } = await gleaner.extract({ html, prompt: 'price', schema });
      await gleaner.close();
      console.log(JSON.stringify({ markdown, result }));
    `,
      lean,
    );
    expect(JSON.parse(output)).toEqual({
      markdown: '# Lamp\n\nPrice: £5.00\n',
      result: { price: 5 },
    });
  });

  test('what needs one names it, with the command that installs it', () => {
    const output = runInFolder(
      `
      import { cheerioExtractor, createGleaner, openaiCompatibleModel, turndownMarkdown } from 'gleaner';
      import { createMetrics } from 'gleaner/http';
      import { pgBossQueue, postgresStore } from 'gleaner/service';
      const connectionString = 'postgres://127.0.0.1:1/name';
      const queue = pgBossQueue({ connectionString });
      const store = postgresStore({ connectionString });
      const html = '<h1>Lamp</h1>';
      const model = openaiCompatibleModel({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm' });
      const gleaner = createGleaner({ model });
      const byHand = createGleaner({ extractor: cheerioExtractor(() => ({})), markdown: turndownMarkdown() });
      const recipe = { title: 'x', steps: [{ type: 'navigate', url: 'https://shop.example/' }] };
      const told = [];
      for (const call of [
        () => gleaner.scrape({ html, format: 'pdf' }),
        () => gleaner.extract({ html, prompt: 'the name' }),
        () => gleaner.runRecipe(recipe),
        () => createMetrics(),
        () => byHand.extract({ html, prompt: 'the name' }),
        () => byHand.scrape({ html, format: 'markdown' }),
        () => queue.push('run'),
        () => store.ping(),
      ]) {
        await call().then(() => told.push('done'), ({ code, message }) => told.push([code, message]));
      }
      await gleaner.close();
      await queue.close();
      console.log(JSON.stringify(told));
    `,
      lean,
    );
    const names = ['pdfkit', 'ai', 'playwright-core', 'prom-client', 'cheerio', 'turndown'];
    const told = [...names, 'pg-boss', 'pg'].map((name) => [
      'service_unavailable',
      expect.stringMatching(
        new RegExp(` needs the package ${name}, which is not installed: npm install ${name}$`),
      ) as string,
    ]);
    expect(JSON.parse(output)).toEqual(told);
  });

  test('a PDF without the font of its text says so, shows boxes and names the font', () => {
    const output = runInFolder(
      `
      import { createGleaner } from 'gleaner';
      const gleaner = createGleaner();
      const { pdf, warnings } = await gleaner.scrape({ html: '<p>Ahoy 港口 항구</p>', format: 'pdf' });
      await gleaner.close();
      console.log(JSON.stringify({ size: pdf.length, warnings }));
    `,
      withPdf,
    );
    const { size, warnings } = JSON.parse(output) as { size: number; warnings: string[] };
    expect(size).toBeGreaterThan(1_000);
    expect(warnings).toEqual([
      'The font for Chinese and Japanese text is not installed: its characters are shown as boxes. npm install @expo-google-fonts/noto-sans-sc',
      'The font for Korean text is not installed: its characters are shown as boxes. npm install @expo-google-fonts/nanum-gothic',
      expect.stringContaining('U+6E2F') as string,
    ]);
  });
});

test('what users install are ranges, so that a mended version reaches them; the lockfile is exact', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>;
  };
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies });
  expect(ranges.filter(([, range]) => !/^\^\d+\.\d+\.\d+$/.test(range))).toEqual([]);
  const exact = Object.entries(manifest.devDependencies);
  expect(exact.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  const unlocked = ranges.filter(
    ([name, range]) => `^${packages[`node_modules/${name}`]?.version}` !== range,
  );
  // The least version is the one that the tests ran with.
  expect(unlocked).toEqual([]);
});

test('the list of what is installed holds every package with a licence that is known', () => {
  const output = mkdtempSync(path.join(tmpdir(), 'gleaner-sbom-'));
  execFileSync('node', [path.join(root, 'scripts/write-sbom.ts'), output], { stdio: 'pipe' });
  const { components } = JSON.parse(readFileSync(path.join(output, 'sbom.json'), 'utf8')) as {
    readonly components: readonly { readonly name: string }[];
  };
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...dependencies, ...optionalDependencies]));
  expect(names).not.toContain('vitest');
  const licences = readFileSync(path.join(output, 'licences.txt'), 'utf8').trim().split('\n');
  expect(licences.filter((line) => !/^\S+@\S+ {2}\S/.test(line))).toEqual([]);
  expect(licences).toHaveLength(names.length);
  rmSync(output, { recursive: true });
});

test('npm ci on Node 20 brings the packages that are optional for consumers', () => {
  // npm leaves out an optional package whose `engines` ask for a newer Node; the build here needs them all.
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly optional?: boolean }>>;
  };
  for (const [name, version] of Object.entries(manifest.optionalDependencies)) {
    expect(`^${manifest.devDependencies[name]}`).toBe(version);
    expect(packages[`node_modules/${name}`]?.optional).toBeUndefined();
  }
});

test('an installation takes at most 99 MB, and 62 MB without optional packages', () => {
  const packed = path.join(folder, 'node_modules', 'gleaner');
  expect(toMegabytes(measureInstall({ withOptional: true, packed }))).toBeLessThan(99);
  expect(toMegabytes(measureInstall({ withOptional: false, packed }))).toBeLessThan(62);
});

function toMegabytes(packages: readonly InstalledPackage[]): number {
  return packages.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576;
}
