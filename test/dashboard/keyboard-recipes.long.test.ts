import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { createTypist } from './create-typist.ts';
import { readData } from './fake-dashboard.ts';
import { useViews } from './use-views.ts';

const { dashboard, openView } = useViews();

const calls = () => dashboard().calls.map(({ route }) => route);

test('recipes are stored, run, compared, restored and deleted by keyboard alone', async () => {
  const page = await openView('', 'Overview');
  const typist = createTypist(page);
  await typist.go('Recipes');
  await typist.reach('New recipe');
  await typist.reach('Add a recording');
  await typist.press('Enter');
  await typist.expectDialog('Add a recording');
  await typist.reach('Recipe as JSON');
  await typist.type('{"title":"x","steps":[]}');
  await typist.reach('Save');
  await typist.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Books of the shop' }).waitFor();
  await typist.expectNoDialog();
  await typist.reach('Edit in studio');
  await typist.reach('Run');
  await typist.press('Enter');
  await typist.expectDialog('Run this recipe');
  await typist.type('boots');
  await typist.press('Escape');
  await typist.expectNoDialog();
  await typist.reach('Disable');
  await typist.press('Enter');
  await typist.reach('Show version 2');
  await typist.press('Enter');
  await typist.expectDialog('Version 2');
  await typist.press('Escape');
  await typist.expectNoDialog();
  await typist.reach('Changes of version 2');
  await typist.press('Enter');
  await typist.expectDialog('Compare two versions');
  await typist.reach('After');
  await typist.press('ArrowUp');
  await expect.poll(() => page.getByLabel('After').inputValue()).toBe('3');
  await typist.press('Escape');
  await typist.expectNoDialog();
  await typist.reach('Restore version 1');
  await typist.press('Enter');
  await typist.expectDialog('Restore version 1');
  await typist.reach('Restore');
  await typist.press('Enter');
  await typist.expectNoDialog();
  await typist.reach('Send a test');
  await typist.press('Enter');
  await page.getByText('The receiver answered with 204').waitFor();
  await typist.reach('Delete');
  await typist.press('Enter');
  await typist.expectDialog('Delete this recipe?');
  await typist.reach('Delete');
  await typist.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Recipes', exact: true }).waitFor();
  await typist.expectNoDialog();
  expect(calls()).toEqual(
    expect.arrayContaining([
      'POST /recipes',
      'PATCH /recipes/Rc7dP2wQz1k',
      'GET /recipes/Rc7dP2wQz1k/compare',
      'POST /recipes/Rc7dP2wQz1k/versions/1/restore',
      'POST /webhook/test',
      'DELETE /recipes/Rc7dP2wQz1k',
    ]),
  );
});

test('runs are filtered, read in each form and cancelled by keyboard alone', async () => {
  const page = await openView('', 'Overview');
  const typist = createTypist(page);
  await typist.go('Runs');
  await typist.reach('State');
  await typist.press('ArrowDown', 'ArrowDown');
  await expect.poll(() => page.url()).toContain('status=running');
  await typist.reach('7hGk2LmPq9X');
  await typist.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Run 7hGk2LmPq9X' }).waitFor();
  await typist.reach('Repair the recipe');
  const repair = page.getByRole('link', { name: 'Repair the recipe' });
  expect(await repair.getAttribute('href')).toBe('./studio/?repair=Rc7dP2wQz1k');
  await typist.reach('Table');
  await typist.press('ArrowRight');
  await page.getByRole('button', { name: 'Download JSON' }).waitFor();
  await typist.press('End');
  await page.getByRole('button', { name: 'Download CSV' }).waitFor();
  await typist.reach('Download CSV');
  const { answers } = dashboard();
  const run = readData(dashboard(), 'GET /runs/{id}');
  answers['GET /runs/{id}'] = { ...run, status: 'running' };
  await page.reload();
  answers['POST /runs/{id}/cancel'] = () => {
    answers['GET /runs/{id}'] = { ...run, status: 'cancelled' };
    return { ...run, status: 'cancelled' };
  };
  await typist.reach('Cancel the run');
  await typist.press('Enter');
  await typist.expectDialog('Cancel the run');
  await typist.reach('Cancel the run');
  await typist.press('Enter');
  await typist.expectNoDialog();
  await page.getByText('Cancelled').waitFor();
});

test('schedules are made, read, resumed and deleted by keyboard alone', async () => {
  const [schedule] = readData(dashboard(), 'GET /schedules').schedules;
  assert.ok(schedule);
  const refusals = { count: 10, reason: 'insufficient_credits: none left', lastDueAtMs: 0 };
  const paused = { ...schedule, pausedAtMs: schedule.createdAtMs, refusals };
  dashboard().answers['GET /schedules'] = { schedules: [paused] };
  const page = await openView('', 'Overview');
  const typist = createTypist(page);
  await typist.go('Schedules');
  await typist.reach('New schedule');
  await typist.press('Enter');
  await typist.expectDialog('New schedule');
  await typist.reach('Runs');
  await typist.press('ArrowDown');
  await typist.reach('Save');
  await typist.press('Enter');
  await typist.expectNoDialog();
  expect(dashboard().calls).toContainEqual({
    route: 'POST /schedules',
    body: expect.objectContaining({ cron: '0 6 * * 1-5' }) as unknown,
  });
  await typist.reach('Log of the schedule of Books of the shop');
  await typist.press('Enter');
  await typist.expectDialog('Log');
  await typist.press('Escape');
  await typist.expectNoDialog();
  await page.getByText(refusals.reason).waitFor();
  await typist.reach('Resume the schedule of Books of the shop');
  await typist.press('Enter');
  await expect.poll(calls).toContain(`POST /schedules/${schedule.id}/resume`);
  dashboard().answers['DELETE /schedules/{id}'] = () => {
    dashboard().answers['GET /schedules'] = { schedules: [] };
    return { done: true };
  };
  await typist.reach('Delete the schedule of Books of the shop');
  await typist.press('Enter');
  await typist.expectDialog('Delete the schedule of Books of the shop');
  await typist.reach('Delete');
  await typist.press('Enter');
  await page.getByRole('heading', { name: 'No schedules yet' }).waitFor();
  await typist.expectNoDialog();
});
