import type { RunStatus } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { Badge, type BadgeProps } from '../feedback/badge.tsx';

const looks: Readonly<Record<RunStatus, BadgeProps['look']>> = {
  queued: undefined,
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: undefined,
};

/** The state of a run. */
export function RunBadge({ status }: { readonly status: RunStatus }) {
  return <Badge look={looks[status]}>{texts.runs.status[status]}</Badge>;
}
