import { GleanerError } from './gleaner-error.ts';

/** Codes of Node and of bundlers for a package that is not there. */
const missingCodes: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * Loads a package that an installation may leave out. Where it is missing, throws `service_unavailable` that names the
 * package, what needs it (`purpose`, e.g. `Writing a PDF file`) and the command that installs it.
 */
export async function loadOptional<Module>(
  name: string,
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new GleanerError(
      'service_unavailable',
      `${purpose} needs the package ${name}, which is not installed: npm install ${name}`,
      { cause },
    );
  }
}

function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  // An installed package that lacks one of its own dependencies is another fault.
  return missingCodes.has(error.code) && error.message.includes(`'${name}'`);
}
