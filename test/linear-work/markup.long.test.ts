import { markupPages } from '../support/growing/markup-pages.ts';
import { testLinearWork } from '../support/measure-growth.ts';

testLinearWork(markupPages);
