import { serveJobs } from '../../../runtime/threads/serve-jobs.ts';
import { readDocument } from './read-document.ts';

serveJobs(readDocument);
