import { getPriority, platform, setPriority } from 'node:os';
import { serveJobs } from '../../../runtime/threads/serve-jobs.ts';
import { createPageKeeper } from './create-page-keeper.ts';

/**
 * Steps behind the event loop, which passes things on in a moment and must not wait for a core while all of them read pages:
 * with eight hostile pages at work on two cores, `/healthz` takes 46 ms at p99 instead of 188.
 */
const stepsBehind = 10;
const lastPriority = 19;

// On Linux each thread has a priority of its own; elsewhere it would be that of the process.
if (platform() === 'linux') setPriority(Math.min(getPriority() + stepsBehind, lastPriority));

serveJobs(createPageKeeper());
