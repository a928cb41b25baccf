/** What `engines` of package.json asks for. It stands here as well, since a bundled program has no package.json beside it. */
const required = '22.19';

/**
 * Says that the Node of this version (`20.20.2`) is older than the package needs, and what to do; `undefined` where it is
 * not. It imports nothing: the command runs it on Nodes that cannot load the rest.
 */
export function findNodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [requiredMajor = 0, requiredMinor = 0] = required.split('.').map(Number);
  const isEnough = major > requiredMajor || (major === requiredMajor && minor >= requiredMinor);
  return isEnough
    ? undefined
    : `gleaner needs Node.js ${required} or newer, and this is ${version}: install a newer one (https://nodejs.org).`;
}
