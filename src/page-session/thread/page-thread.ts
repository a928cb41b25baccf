import { serveJobs } from '../../threads/serve-jobs.ts';
import { createPageKeeper } from './create-page-keeper.ts';

serveJobs(createPageKeeper());
