import type { OperationName, PageOperations } from '../../browsers/in-page/page-operations.ts';

/** Calls one of our operations in the page, or the frame, that a person looks at. */
export type AskPage = <Name extends OperationName>(
  name: Name,
  input: Parameters<PageOperations[Name]>[0],
) => Promise<ReturnType<PageOperations[Name]>>;
