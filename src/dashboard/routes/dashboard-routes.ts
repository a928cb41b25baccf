import type { DashboardRoute } from '../api/dashboard-api.ts';
import { accountRoutes } from './account-routes.ts';
import { operatorRoutes } from './operator-routes.ts';
import { playgroundRoutes } from './playground-routes.ts';
import { recipeRoutes } from './recipe-routes.ts';
import type { Routes } from './route.ts';
import { runRoutes } from './run-routes.ts';
import { scheduleRoutes } from './schedule-routes.ts';
import { sessionRoutes } from './session-routes.ts';

/** Every call of the dashboard's API: one that is declared and not here does not compile. */
export const dashboardRoutes: Routes<DashboardRoute> = {
  ...sessionRoutes,
  ...accountRoutes,
  ...recipeRoutes,
  ...runRoutes,
  ...scheduleRoutes,
  ...playgroundRoutes,
  ...operatorRoutes,
};
