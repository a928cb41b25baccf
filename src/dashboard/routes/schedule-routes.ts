import { z } from 'zod';
import type { Schedule } from '../../contracts/store/schedule-store.ts';
import type { Service } from '../../service/create-service.ts';
import type { ScheduleView } from '../api/views.ts';
import type { Routes } from './route.ts';
import { defaultLimit, limit, shortText } from './shapes.ts';

const timing = {
  /** The service refuses what is longer than 500 in its own words. */
  cron: z.string().max(1_000),
  timeZone: shortText.optional(),
};

/** Schedules of an account. */
export const scheduleRoutes: Routes<
  | 'GET /schedules'
  | 'POST /schedules'
  | 'PUT /schedules/{id}'
  | 'DELETE /schedules/{id}'
  | 'GET /schedules/{id}/ticks'
  | 'POST /ticks'
> = {
  'GET /schedules': {
    access: 'account',
    async call({ service, account }) {
      const schedules = await service.schedules.list(account);
      return { schedules: await Promise.all(schedules.map((one) => toView(one, service))) };
    },
  },
  'POST /schedules': {
    access: 'account',
    body: z.strictObject({ recipeId: shortText, ...timing }),
    call: async ({ service, account, body }) =>
      toView(await service.schedules.put({ account, ...body }), service),
  },
  'PUT /schedules/{id}': {
    access: 'account',
    body: z.strictObject({ recipeId: shortText, ...timing }),
    call: async ({ service, account, parameters, body }) =>
      toView(
        await service.schedules.put({ account, id: parameters['id'] ?? '', ...body }),
        service,
      ),
  },
  'DELETE /schedules/{id}': {
    access: 'account',
    async call({ service, account, parameters }) {
      await service.schedules.delete({ account, id: parameters['id'] ?? '' });
      return { done: true };
    },
  },
  'GET /schedules/{id}/ticks': {
    access: 'account',
    query: z.strictObject({ limit }),
    call: async ({ service, account, parameters, query }) => ({
      ticks: await service.schedules.listTicks({
        account,
        id: parameters['id'] ?? '',
        limit: query.limit ?? defaultLimit,
      }),
    }),
  },
  'POST /ticks': {
    access: 'account',
    body: z.strictObject(timing),
    call: async ({ service, body }) => ({ nextMs: await service.schedules.preview(body) }),
  },
};

async function toView(schedule: Schedule, service: Service): Promise<ScheduleView> {
  return { ...schedule, nextMs: await service.schedules.preview(schedule) };
}
