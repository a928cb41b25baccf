import type { Run } from '../../contracts/store/run-store.ts';

/** Stands for the value of a variable, which may be a password. */
const hidden = '***';

/** Returns a run with the values of its variables replaced by `***`. */
export function toRunView<Shown extends Pick<Run, 'variables'>>(run: Shown): Shown {
  const names = Object.keys(run.variables);
  return { ...run, variables: Object.fromEntries(names.map((name) => [name, hidden])) };
}
