import { serveJobs } from '../../threads/serve-jobs.ts';
import { writeDocument } from './write-document.ts';

serveJobs(writeDocument);
