import process from 'node:process';
import { listenHostile } from '../support/serve-hostile-servers.ts';

/** Serves the hostile servers in a process of its own; prints the port, and ends with its input. */
console.log(await listenHostile());
process.stdin.resume();
process.stdin.once('end', () => process.exit());
