/**
 * What is needed to forget in time: when a hold was settled, and by whom a webhook was posted. Attempts of before that
 * no process has ended are ended here; the values of variables of ended runs are erased, as every end does from now on.
 */
export const migration2: string = `
alter table holds add column settled_at integer;
alter table deliveries add column owner text;

update holds set settled_at = unixepoch() * 1000 where state = 'settled';
update deliveries
  set state = 'failed', completed_at = attempted_at, error = 'Nobody was there to hear how the attempt ended.'
  where state = 'attempted';
update runs
  set variables = (select json_group_object(key, '') from json_each(runs.variables))
  where completed_at is not null;

create index settled_holds on holds (settled_at) where settled_at is not null;
create index ended_runs on runs (completed_at) where completed_at is not null;
create index ended_deliveries on deliveries (completed_at) where completed_at is not null;
create index attempts_by_owner on deliveries (owner) where owner is not null;
create index ticks_by_claim on ticks (claimed_at);
`;
