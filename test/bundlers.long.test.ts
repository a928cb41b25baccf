import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env, execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { build } from 'vite';
import webpack from 'webpack';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createConsumer,
  dependencies,
  optionalDependencies,
  packingMs,
} from './setup/packed-package.ts';

const root = path.join(import.meta.dirname, '..');
const guide = readFileSync(path.join(root, 'docs/BUNDLERS.md'), 'utf8');
const run = promisify(execFile);
const lamp = { name: 'Desk lamp', price: 89.5 };

let folder: string;
/** A bundle is run here: no package is found from it. */
let empty: string;

beforeAll(async () => {
  folder = await createConsumer([...dependencies, ...optionalDependencies]);
  empty = mkdtempSync(path.join(tmpdir(), 'gleaner-bundle-'));
  saveFile(folder, 'start.js');
}, packingMs);

/** Writes a file that the guide prints. */
function saveFile(place: string, name: string): void {
  const fence = new RegExp(`^\`\`\`js ${name.replaceAll('.', '\\.')}\\n([\\s\\S]*?)^\`\`\`$`, 'm');
  const [, code] = fence.exec(guide) ?? [];
  if (code === undefined) throw new Error(`docs/BUNDLERS.md has no ${name}.`);
  mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
  writeFileSync(path.join(place, name), code);
}

async function importConfig<Config>(name: string): Promise<Config> {
  saveFile(folder, name);
  const { default: config } = (await import(path.join(folder, name))) as {
    readonly default: Config;
  };
  return config;
}

async function runAlone(output: string, file: string): Promise<unknown> {
  const place = mkdtempSync(path.join(empty, 'run-'));
  cpSync(output, place, { recursive: true });
  const { stdout } = await run(execPath, [path.join(place, file)], { cwd: place });
  return JSON.parse(stdout);
}

describe('a bundle runs in a folder without packages', () => {
  test('esbuild, and with gleaner outside where it is installed', async () => {
    const commands = [...guide.matchAll(/^npx esbuild (.+)$/gm)].map(([, line = '']) => line);
    const program = path.join(root, 'node_modules/.bin/esbuild');
    for (const line of commands) await run(program, line.split(' '), { cwd: folder });
    expect(await runAlone(path.join(folder, 'out'), 'start.mjs')).toEqual(lamp);
    const outside = await run(execPath, [path.join(folder, 'out/outside.mjs')]);
    expect(JSON.parse(outside.stdout)).toEqual(lamp);
    expect(commands).toHaveLength(2);
    // What is outside is looked for: the bundle that holds it does not find it either, and says what to install.
    await expect(runAlone(path.join(folder, 'out'), 'outside.mjs')).rejects.toThrow(
      /Cannot find package 'gleaner'/,
    );
  });

  test('esbuild, as CommonJS', async () => {
    const code = readFileSync(path.join(folder, 'start.js'), 'utf8');
    const [imports = '', ...rest] = code.split('\n\n');
    const file = path.join(folder, 'common.js');
    writeFileSync(file, `${imports}\n(async () => {\n${rest.join('\n\n')}\n})();\n`);
    const output = path.join(folder, 'out-common');
    const line = ['--bundle', '--platform=node', '--format=cjs', `--outfile=${output}/start.cjs`];
    await run(path.join(root, 'node_modules/.bin/esbuild'), [file, ...line]);
    expect(await runAlone(output, 'start.cjs')).toEqual(lamp);
  });

  // A limit against hangs: it minifies 8 MB.
  test('webpack', { timeout: 600_000 }, async () => {
    const config = await importConfig<webpack.Configuration>('webpack.config.mjs');
    const output = path.join(folder, 'out-webpack');
    const { promise, resolve, reject } = Promise.withResolvers<webpack.Stats>();
    webpack(
      { ...config, context: folder, output: { ...config.output, path: output } },
      (error, stats) => (stats === undefined ? reject(error) : resolve(stats)),
    );
    const stats = await promise;
    expect(stats.toJson({ all: false, errors: true }).errors).toEqual([]);
    // It writes the address of the module on this machine into the bundle, where threads would be found.
    expect(await runAlone(output, 'start.mjs')).toEqual(lamp);
  });

  test('Vite, for servers', async () => {
    const config = await importConfig<object>('vite.config.mjs');
    await build({ ...config, root: folder, configFile: false, logLevel: 'error' });
    expect(await runAlone(path.join(folder, 'out'), 'start.js')).toEqual(lamp);
  });
});

test('a bundle that needs what stays outside names the package', async () => {
  const code = `import { createGleaner } from 'gleaner';
const gleaner = createGleaner();
for (const call of [
  () => gleaner.scrape({ html: '<p>x</p>', format: 'pdf' }),
  () => gleaner.runRecipe({ title: 'x', steps: [{ type: 'navigate', url: 'https://shop.example/' }] }),
]) await call().catch(({ code, message }) => console.log(code, message));
await gleaner.close();`;
  writeFileSync(path.join(folder, 'needs.js'), code);
  const output = path.join(folder, 'out-needs');
  const line = ['--bundle', '--platform=node', '--format=esm', `--outfile=${output}/needs.mjs`];
  await run(path.join(root, 'node_modules/.bin/esbuild'), ['needs.js', ...line], { cwd: folder });
  const place = mkdtempSync(path.join(empty, 'run-'));
  cpSync(output, place, { recursive: true });
  const { stdout } = await run(execPath, ['needs.mjs'], { cwd: place });
  expect(stdout).toMatch(
    /^service_unavailable Writing a PDF file .*npm install \S+\nservice_unavailable Driving a browser .*npm install playwright-core\n$/,
  );
});

test('where threads cannot start at all the error names bundles and the way without threads', async () => {
  const chunks = path.join(folder, 'node_modules/gleaner/dist/chunks');
  const name = readdirSync(chunks).find((each) => each.startsWith('bundled-threads-'));
  const file = path.join(chunks, name ?? '');
  const kept = readFileSync(file);
  writeFileSync(file, `export const bundledThreads = '';`);
  const output = path.join(folder, 'out-bare');
  const line = ['--bundle', '--platform=node', '--format=esm', `--outfile=${output}/start.mjs`];
  try {
    await run(path.join(root, 'node_modules/.bin/esbuild'), ['start.js', ...line], { cwd: folder });
  } finally {
    writeFileSync(file, kept);
  }
  await expect(runAlone(output, 'start.mjs')).rejects.toThrow(
    /did not start\. Where the program is bundled, leave gleaner outside of the bundle.*threads: 0/,
  );
});

const tools = path.join(root, 'tools/frameworks/node_modules');

/** They take 0.5 GB and Next.js minutes: `npm run test:frameworks` installs them and runs this file. */
describe('frameworks and other runtimes', () => {
  beforeEach(({ skip }) => {
    skip(!existsSync(tools), 'npm run test:frameworks installs Next.js, Bun and Deno first');
  });

  test.each([
    ['Bun', '@oven/bun-linux-x64/bin/bun', ['run']],
    ['Deno', '@deno/linux-x64-glibc/deno', ['run', '-A']],
  ])('%s extracts from HTML', async (_name, program, words) => {
    // npm does not mark what is in these packages as a program.
    chmodSync(path.join(tools, program), 0o755);
    const { stdout } = await run(path.join(tools, program), [...words, 'start.js'], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual(lamp);
  });

  test('Next.js builds and answers', { timeout: 600_000 }, async () => {
    for (const name of readdirSync(tools)) {
      // Turbopack follows no link that leads out of the project.
      const place = path.join(folder, 'node_modules', name);
      if (existsSync(place) || /^(?:\.|@oven|@deno)/.test(name)) continue;
      cpSync(path.join(tools, name), place, { recursive: true });
    }
    saveFile(folder, 'next.config.mjs');
    saveFile(folder, 'app/api/lamp/route.js');
    const layout = 'export default ({ children }) => <html><body>{children}</body></html>;';
    writeFileSync(path.join(folder, 'app/layout.js'), layout);
    const next = path.join(folder, 'node_modules/next/dist/bin/next');
    const options = { cwd: folder, env: { ...env, NEXT_TELEMETRY_DISABLED: '1' } };
    await run(execPath, [next, 'build'], options);
    const server = spawn(execPath, [next, 'start', '-p', '0', '-H', '127.0.0.1'], options);
    const gone = once(server, 'exit');
    try {
      const { body } = await request(`${await findOrigin(server.stdout)}/api/lamp`, {
        method: 'POST',
        body: '<title>Lamp</title><h1>Desk lamp</h1><p>Price: £89.50</p>',
      });
      expect(await body.json()).toEqual(lamp);
    } finally {
      server.kill();
      await gone;
    }
  });
});

async function findOrigin(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) {
    const [origin] = /http:\/\/127[\d.]+:\d+/.exec(line) ?? [];
    if (origin !== undefined) return origin;
  }
  throw new Error('Next.js did not start.');
}

afterAll(() => rmSync(empty, { recursive: true }));
