import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** For scripts that a machine's own fonts often lack; optional packages, as for PDFs made without a browser. */
const fontFiles: ReadonlyMap<string, string> = new Map([
  ['chinese', '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'],
  ['korean', '@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'],
]);

/** The bytes of a bundled font; `undefined` where its package is not installed. */
export async function readPrintFont(name: string): Promise<Buffer | undefined> {
  const file = fontFiles.get(name);
  if (file === undefined) return undefined;
  let location: string;
  try {
    location = createRequire(import.meta.url).resolve(file);
  } catch {
    // Optional: the machine's own fonts have to do.
    return undefined;
  }
  return readFile(location);
}
