import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What importing a package costs in a process of its own. */
export interface ImportCost {
  /** CPU time of all threads, in milliseconds. */
  readonly cpuMs: number;
  /** Growth of the resident memory, in megabytes. */
  readonly megabytes: number;
}

const root = path.join(import.meta.dirname, '..', '..');

/**
 * URLs of all modules that `import(specifier)` loads in a fresh process, and `use`, the source of a function of what is
 * imported; those of Node itself are not among them.
 */
export function listImportedModules(specifier: string, use = '() => {}'): readonly string[] {
  const listed = runModule(`
    import { registerHooks } from 'node:module';
    const urls = new Set();
    registerHooks({
      load(url, context, next) {
        if (!url.startsWith('node:')) urls.add(url);
        return next(url, context);
      },
    });
    const imported = await import(${JSON.stringify(specifier)});
    await (${use})(imported);
    console.log(JSON.stringify([...urls]));
  `);
  return JSON.parse(listed) as readonly string[];
}

/** Like `listImportedModules`, with the modules that were put into each file of the built package in the place of the file. */
export function listImportedSources(specifier: string, use?: string): readonly string[] {
  return listImportedModules(specifier, use).flatMap((url) => {
    if (!url.startsWith(pathToFileURL(path.join(root, 'dist')).href)) return [url];
    // The build names them at the head.
    const head = /^\/\/ (.*)$/m.exec(readFileSync(fileURLToPath(url), 'utf8'))?.[1] ?? '';
    return head
      .split(' ')
      .map((name) => (name.startsWith('dist/') ? `/${name}` : `/node_modules/${name}`));
  });
}

/** Imports a package in a fresh process. `gleaner` is the built package, by its own exports. */
export function measureImport(specifier: string): ImportCost {
  const measured = runModule(`
    const before = process.memoryUsage.rss();
    const start = process.cpuUsage();
    await import(${JSON.stringify(specifier)});
    const { user, system } = process.cpuUsage(start);
    const grown = process.memoryUsage.rss() - before;
    console.log(JSON.stringify({ cpuMs: (user + system) / 1_000, megabytes: grown / 1e6 }));
  `);
  return JSON.parse(measured) as ImportCost;
}

function runModule(source: string): string {
  return execFileSync(execPath, ['--input-type=module', '--eval', source], {
    cwd: root,
    encoding: 'utf8',
  });
}
