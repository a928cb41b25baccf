import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Bundles a module and what it imports into an expression whose value is an object with the module's exports. The
 * installed package holds the bundles themselves: `scripts/build.ts` writes them.
 */
export async function bundleProgram(module: URL): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(module),
    platform: 'browser',
    treeshake: { moduleSideEffects: false },
    logLevel: 'warn',
  });
  const { output } = await bundle.generate({
    format: 'iife',
    name: 'program',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
  return `(() => { ${output[0].code} return program; })()`;
}
