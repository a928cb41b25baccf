import { serveJobs } from '../../threads/serve-jobs.ts';
import { readDocument } from './read-document.ts';

serveJobs(readDocument);
