import path from 'node:path';
import process from 'node:process';
import { installTool } from './install-debian.ts';

/** Installs Next.js, Bun and Deno for `npm run test:frameworks`: 0.5 GB, which no other test needs. */
process.exitCode = installTool(path.join(import.meta.dirname, '..', 'tools', 'frameworks')) ? 0 : 1;
