import { dataPages } from '../support/growing/data-pages.ts';
import { testLinearWork } from '../support/measure-growth.ts';

testLinearWork(dataPages);
