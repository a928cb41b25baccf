/** Requests per minute and in flight, counted for all processes together: when each began, and which holds are requests. */
export const migration4: string = `
alter table holds add column in_flight integer not null default 0 check (in_flight in (0, 1));

create table starts (
  account text not null,
  number integer not null,
  started_at integer not null,
  primary key (account, number)
) strict, without rowid;

create index requests_in_flight on holds (account) where state = 'open' and in_flight = 1;
create index starts_by_time on starts (started_at);
`;
