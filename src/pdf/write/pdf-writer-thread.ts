import { serveJobs } from '../../threads/serve-jobs.ts';
import { writePage } from './write-page.ts';

serveJobs(writePage);
