import type { RunStatus } from '../../api/shapes.ts';
import { Badge, type BadgeProps } from '../feedback/badge.tsx';

/** What the states of a run, and the events that report them, are called. */
export const runStates: Readonly<Record<RunStatus, string>> = {
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const looks: Readonly<Record<RunStatus, BadgeProps['look']>> = {
  queued: undefined,
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: undefined,
};

/** The state of a run. */
export function RunBadge({ status }: { readonly status: RunStatus }) {
  return <Badge look={looks[status]}>{runStates[status]}</Badge>;
}
