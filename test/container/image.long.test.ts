import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execPath } from 'node:process';
import { DockerfileParser } from 'dockerfile-ast';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '../support/open-postgres.ts';
import { realBrowserPath } from '../support/real-browser.ts';
import { readCompose, root } from './read-compose.ts';

const database = openPostgres();
const compose = readCompose({ POSTGRES_PASSWORD: 'secret' });
const dockerfile = DockerfileParser.parse(readFileSync(path.join(root, 'Dockerfile'), 'utf8'));
const children: { readonly child: ChildProcess; readonly ended: Promise<unknown> }[] = [];
let scratch: string;
/** What the image has as `/app`. */
let app: string;
let site: Server;
let origin: string;

/** Does what the stages do, without the registry and on the build that the checks made: packs it, and puts its packages beside it. */
beforeAll(async () => {
  scratch = mkdtempSync(path.join(tmpdir(), 'gleaner-image-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], {
    cwd: root,
    stdio: 'pipe',
  });
  const tarball = readdirSync(scratch).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', tarball], { cwd: scratch });
  app = path.join(scratch, 'package');
  const packages = path.join(app, 'node_modules');
  for (const name of listPackages()) {
    const place = path.join(packages, name);
    mkdirSync(path.dirname(place), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), place);
  }
  site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      '<title>Lamp</title><div id="app"></div><script>document.getElementById("app").innerHTML = "<h1>Lamp of brass</h1>"</script>',
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterAll(async () => {
  // Told to end, and not killed: the one that serves a browser ends it then.
  for (const { child } of children) child.kill('SIGTERM');
  await Promise.all(children.map(({ ended }) => ended));
  site.close();
  site.closeAllConnections();
  rmSync(scratch, { recursive: true });
});

test('a server, a worker and a browser started as the containers start them do a run, and end when they are told to', async () => {
  const chromium = start(
    'node',
    toArguments('browser').map((word) =>
      word.replace('/tmp/profile', path.join(scratch, 'profile')),
    ),
    {},
  );
  const devtools = await readUntil(chromium, /Serving on (\d+)/);
  const environment = {
    ...compose.services['server']?.environment,
    DATABASE_URL: database.url(),
    // Any address of the container will do: the browser listens on all of them.
    GLEANER_CDP_URL: `http://127.0.0.2:${devtools}`,
    GLEANER_ALLOW_PRIVATE: '127.0.0.1/32',
  };
  const server = startGleaner(toArguments('server'), environment);
  const port = await readUntil(server, /Listening on http:\/\/0\.0\.0\.0:(\d+)/);
  const worker = startGleaner(toArguments('worker'), environment);
  await readUntil(worker, /(Working) on runs\./);

  const healthcheck = readHealthcheck().map((word) => word.replace(':8080/', `:${port}/`));
  expect(await start(healthcheck[0] ?? '', healthcheck.slice(1), {}).ended).toBe(0);

  const command = (...argv: string[]): unknown =>
    JSON.parse(runGleaner([...argv, '--json'], environment));
  const account = command('account', 'create', '--credits', '100') as { readonly id: string };
  const key = command('key', 'create', '--account', account.id, '--label', 'container') as {
    readonly key: string;
  };
  const file = path.join(scratch, 'recipe.json');
  writeFileSync(file, JSON.stringify(recipeOf(origin)));
  const stored = command('recipe', 'put', file, '--account', account.id) as { readonly id: string };
  const api = `http://127.0.0.1:${port}/v1`;
  const headers = { 'x-api-key': key.key };
  const dispatched = await request(`${api}/smartbrowse/recipes/${stored.id}/run`, {
    method: 'POST',
    headers,
  });
  const { data } = (await dispatched.body.json()) as { readonly data: { readonly run_id: string } };
  const poll = async () => {
    const { body } = await request(`${api}/smartbrowse/runs/${data.run_id}`, { headers });
    return ((await body.json()) as { readonly data: unknown }).data;
  };
  // However it ended: a run that failed says why.
  await expect.poll(poll, { timeout: 300_000 }).toMatchObject({ completed_at: expect.anything() });
  expect(await poll()).toMatchObject({ run_status: 'completed' });
  expect(JSON.stringify(await poll())).toContain('Lamp of brass');

  server.child.kill('SIGTERM');
  worker.child.kill('SIGTERM');
  expect(await Promise.all([server.ended, worker.ended])).toEqual([0, 0]);
  const unwell = start(healthcheck[0] ?? '', healthcheck.slice(1), {});
  expect(await unwell.ended).toBe(1);
});

/** Reads the title that the page's script writes. */
function recipeOf(url: string): unknown {
  return {
    title: 'A lamp',
    steps: [
      { type: 'navigate', url },
      {
        type: 'customStep',
        name: 'extract',
        parameters: { items: ['#app'], fields: { name: { selectors: ['h1'] } } },
      },
    ],
  };
}

/** Packages that `npm ci --omit=dev` installs, and the peers that the Dockerfile names, each with what it needs. */
function listPackages(): readonly string[] {
  const { dependencies, optionalDependencies } = readManifest(root);
  const peers = /^PEERS="(.*)"$/.exec(
    dockerfile
      .getInstructions()
      .find((instruction) => instruction.getKeyword() === 'ARG')
      ?.getArgumentsContent() ?? '',
  )?.[1];
  return [
    ...Object.keys(dependencies ?? {}),
    ...Object.keys(optionalDependencies ?? {}),
    ...(peers ?? '').split(' '),
  ];
}

function readManifest(folder: string): {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as ReturnType<
    typeof readManifest
  >;
}

/** The command of a service with ports that are free here. */
function toArguments(name: string): readonly string[] {
  const { entrypoint = [], command = [] } = compose.services[name] ?? {};
  const script = entrypoint.filter((word) => word.startsWith('/app/'));
  const own = script.map((word) => path.join(root, 'docker', path.basename(word)));
  return [...own, ...command].map((word) =>
    word === '8080' || word === '9222'
      ? '0'
      : word.replace('/usr/lib/chromium/chromium-headless-shell', realBrowserPath()),
  );
}

function readHealthcheck(): readonly string[] {
  const healthcheck = dockerfile
    .getInstructions()
    .find((instruction) => instruction.getKeyword() === 'HEALTHCHECK');
  const [, command = '[]'] =
    /CMD\s+(\[.*\])$/s.exec(healthcheck?.getArgumentsContent() ?? '') ?? [];
  return JSON.parse(command) as readonly string[];
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly written: () => string;
}

function start(
  command: string,
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Started {
  // Nothing of this machine's own environment: a container has none of it.
  const child = spawn(command === 'node' ? execPath : command, argv, {
    cwd: scratch,
    env: { PATH: process.env['PATH'], HOME: scratch, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (written += String(chunk)));
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  children.push({ child, ended });
  return { child, ended, written: () => written };
}

/** As the entry point does: the command of the packed package. */
function startGleaner(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Started {
  return start(execPath, [path.join(app, 'dist', 'cli', 'gleaner.js'), ...argv], environment);
}

function runGleaner(
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): string {
  return execFileSync(execPath, [path.join(app, 'dist', 'cli', 'gleaner.js'), ...argv], {
    cwd: scratch,
    env: { PATH: process.env['PATH'], HOME: scratch, ...environment },
    encoding: 'utf8',
  });
}

async function readUntil({ written }: Started, pattern: RegExp): Promise<string> {
  await expect.poll(written, { timeout: 300_000 }).toMatch(pattern);
  return pattern.exec(written())?.[1] ?? '';
}
