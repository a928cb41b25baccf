import { readFileSync } from 'node:fs';
import { isGleanerError } from '../../src/runtime/errors/gleaner-error.ts';
import { readPdf } from '../../src/page/documents/pdf/read-pdf.ts';

// Reads the PDF whose path is given, and prints what it cost a process that does nothing else.
const bytes = readFileSync(process.argv[2] ?? '');
const grownFrom = process.resourceUsage().maxRSS;
const outcome = await readPdf(bytes).then(
  () => 'read',
  (error: unknown) => (isGleanerError(error) ? error.code : String(error)),
);
console.log(
  JSON.stringify({
    outcome,
    grownMb: (process.resourceUsage().maxRSS - grownFrom) / 1_000,
  }),
);
