import type { StudioDone } from '../api/studio-api.ts';
import type { SessionTable } from '../workbench/create-session-table.ts';
import type { StudioCall, StudioRoute } from './studio-route.ts';
import {
  parseKeeping,
  parsePick,
  parsePlace,
  parseSearching,
  parseTableEdit,
} from './table-bodies.ts';

const done: StudioDone = { done: true };

/** The calls around the list that a person points at. */
export const tableRoutes: readonly StudioRoute[] = [
  {
    method: 'POST',
    path: '/session/inspect',
    call: async (request) => tableOf(request).inspect(parsePlace(request.body)),
  },
  {
    method: 'POST',
    path: '/session/pick',
    call: async (request) => tableOf(request).pick(parsePick(request.body)),
  },
  { method: 'GET', path: '/session/table', call: async (request) => tableOf(request).read() },
  {
    method: 'POST',
    path: '/session/table/edit',
    call: async (request) => tableOf(request).edit(parseTableEdit(request.body)),
  },
  {
    method: 'POST',
    path: '/session/table/pagination',
    call: async (request) => tableOf(request).findPagination(parseSearching(request.body)),
  },
  {
    method: 'DELETE',
    path: '/session/table',
    async call(request) {
      tableOf(request).forget();
      return done;
    },
  },
  {
    method: 'POST',
    path: '/session/table/keep',
    call: async (request) => tableOf(request).keep(parseKeeping(request.body)),
  },
];

/** Pointing is using the session, as moving the mouse is. */
function tableOf({ owner, sessions, work }: StudioCall): SessionTable {
  const session = sessions.require(owner);
  session.noteActivity();
  return work.require(session).table;
}
