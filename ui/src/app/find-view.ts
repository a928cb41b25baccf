import { lazy, type ComponentType } from 'react';
import type { SessionView } from '../../../src/web/dashboard/dashboard-api.ts';
import { NotFound } from '../views/not-found.tsx';
import { Overview } from '../views/overview/overview.tsx';

/** What each view is given: the values of its path's parameters, in order. */
export interface ViewProps {
  readonly parameters: readonly string[];
}

type View = ComponentType<ViewProps>;
type Table = readonly (readonly [pattern: RegExp, view: View])[];

/** The overview is the first view; the others are read when they are opened. */
const accountViews: Table = [
  [/^\/$/, Overview],
  [/^\/keys$/, lazy(async () => ({ default: (await import('../views/keys/keys.tsx')).Keys }))],
  [
    /^\/recipes$/,
    lazy(async () => ({ default: (await import('../views/recipes/recipes.tsx')).Recipes })),
  ],
  [
    /^\/recipes\/([^/]+)$/,
    lazy(async () => ({ default: (await import('../views/recipes/recipe.tsx')).Recipe })),
  ],
  [/^\/runs$/, lazy(async () => ({ default: (await import('../views/runs/runs.tsx')).Runs }))],
  [
    /^\/runs\/([^/]+)$/,
    lazy(async () => ({ default: (await import('../views/runs/run.tsx')).Run })),
  ],
  [
    /^\/schedules$/,
    lazy(async () => ({ default: (await import('../views/schedules/schedules.tsx')).Schedules })),
  ],
  [
    /^\/webhooks$/,
    lazy(async () => ({ default: (await import('../views/webhooks/webhooks.tsx')).Webhooks })),
  ],
  [
    /^\/playground$/,
    lazy(async () => ({
      default: (await import('../views/playground/playground.tsx')).Playground,
    })),
  ],
  [
    /^\/settings$/,
    lazy(async () => ({ default: (await import('../views/settings/settings.tsx')).Settings })),
  ],
];

const operatorViews: Table = [
  [
    /^\/$/,
    lazy(async () => ({ default: (await import('../views/operator/service.tsx')).Service })),
  ],
  [
    /^\/accounts$/,
    lazy(async () => ({ default: (await import('../views/operator/accounts.tsx')).Accounts })),
  ],
  [
    /^\/accounts\/([^/]+)$/,
    lazy(async () => ({ default: (await import('../views/operator/account.tsx')).Account })),
  ],
];

/** The view of a path and the values of its parameters; where no view is, one that says so. */
export function findView(
  kind: SessionView['kind'],
  path: string,
): { readonly View: View; readonly parameters: readonly string[] } {
  for (const [pattern, View] of kind === 'operator' ? operatorViews : accountViews) {
    const match = pattern.exec(path);
    if (match !== null) return { View, parameters: match.slice(1).map(decodeURIComponent) };
  }
  return { View: NotFound, parameters: [] };
}
