import { serveJobs } from '../../runtime/threads/serve-jobs.ts';
import { writePage } from './write-document.ts';

serveJobs(writePage);
