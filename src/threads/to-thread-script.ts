/**
 * The URL of a thread's script that lies beside a module, by the script's name without its ending: `.ts` where the sources
 * run, `.js` in the built package. `moduleUrl` is the module's `import.meta.url`.
 */
export function toThreadScript(name: string, moduleUrl: string): URL {
  return new URL(`${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl);
}
