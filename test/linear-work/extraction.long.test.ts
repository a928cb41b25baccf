import { extractionPages } from '../support/growing/extraction-pages.ts';
import { testLinearWork } from '../support/measure-growth.ts';

testLinearWork(extractionPages);
