import { readFileSync } from 'node:fs';

/**
 * Says that the Node of this version (`20.20.2`) is older than `engines` of package.json asks for, and what to do;
 * `undefined` where it is not. It imports nothing that an old Node lacks.
 */
export function findNodeProblem(version: string): string | undefined {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { engines } = JSON.parse(file) as { readonly engines: { readonly node: string } };
  const required = engines.node.replace(/^>=/, '');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [requiredMajor = 0, requiredMinor = 0] = required.split('.').map(Number);
  const isEnough = major > requiredMajor || (major === requiredMajor && minor >= requiredMinor);
  return isEnough
    ? undefined
    : `gleaner needs Node.js ${required} or newer, and this is ${version}: install a newer one (https://nodejs.org).`;
}
