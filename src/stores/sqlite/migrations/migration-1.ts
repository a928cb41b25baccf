/** The first form of the file. The checks are the last line of defence: what breaks one of them is rolled back. */
export const migration1: string = `
create table accounts (
  seq integer primary key,
  id text not null unique,
  plan text not null,
  webhook text,
  created_at integer not null,
  email_verified_at integer,
  suspended_at integer,
  deletion_scheduled_for integer,
  deleted_at integer
) strict;
create index accounts_by_deletion on accounts (deletion_scheduled_for)
  where deletion_scheduled_for is not null;

create table balances (
  account text primary key,
  balance integer not null,
  held integer not null,
  check (0 <= held and held <= balance)
) strict, without rowid;

create table entries (
  seq integer primary key,
  account text not null,
  credits integer not null check (credits <> 0),
  kind text not null check (kind in ('grant', 'post')),
  reference text,
  created_at integer not null
) strict;
create index entries_by_account on entries (account, seq);

create table holds (
  id text primary key,
  account text not null,
  credits integer not null check (credits >= 0),
  state text not null check (state in ('open', 'settled')),
  owner text not null
) strict, without rowid;
create index open_holds_by_owner on holds (owner) where state = 'open';

create table api_keys (
  seq integer primary key,
  id text not null unique,
  account text not null,
  hash text not null unique,
  label text not null,
  last4 text not null,
  created_at integer not null,
  revoked_at integer
) strict;
create index api_keys_by_account on api_keys (account, seq);

create table recipes (
  seq integer primary key,
  id text not null unique,
  account text not null,
  document text not null,
  enabled integer not null check (enabled in (0, 1)),
  webhook text,
  revision integer not null,
  healing text,
  created_at integer not null,
  updated_at integer not null
) strict;
create index recipes_by_account on recipes (account, seq);

create table runs (
  seq integer primary key,
  id text not null unique,
  account text not null,
  recipe_id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  variables text not null,
  effective_cap integer not null,
  clamped_by_credits integer not null check (clamped_by_credits in (0, 1)),
  credits_per_page integer not null,
  held integer not null check (held >= 0),
  pages_extracted integer not null,
  items_extracted integer not null,
  credits_used integer not null,
  created_at integer not null,
  started_at integer,
  completed_at integer,
  error text,
  result text,
  owner text not null,
  check ((completed_at is null) = (status in ('queued', 'running'))),
  check (completed_at is null or held = 0)
) strict;
create index runs_by_account on runs (account, seq);
create index runs_by_account_and_time on runs (account, created_at);
create index unfinished_runs_by_owner on runs (owner) where completed_at is null;

create table deliveries (
  seq integer primary key,
  id text not null unique,
  account text not null,
  run_id text not null unique,
  event text not null check (event in ('completed', 'failed', 'cancelled')),
  url text not null,
  headers text,
  body text,
  state text not null check (state in ('pending', 'attempted', 'delivered', 'failed')),
  created_at integer not null,
  attempted_at integer,
  completed_at integer,
  response_status integer,
  error text
) strict;
create index deliveries_by_account on deliveries (account, seq);
create index pending_deliveries on deliveries (seq) where state = 'pending';

create table schedules (
  seq integer primary key,
  id text not null unique,
  account text not null,
  recipe_id text not null,
  cron text not null,
  time_zone text not null,
  next_at integer,
  created_at integer not null
) strict;
create index schedules_by_account on schedules (account, seq);
create index schedules_by_recipe on schedules (recipe_id);
create index schedules_by_next on schedules (next_at, seq) where next_at is not null;

create table ticks (
  schedule_id text not null,
  due_at integer not null,
  claimed_at integer not null,
  run_id text,
  error text,
  primary key (schedule_id, due_at)
) strict, without rowid;

create table answers (
  account text not null,
  key text not null,
  digest text not null,
  value text,
  expires_at integer not null,
  owner text not null,
  primary key (account, key)
) strict;
create index answers_by_expiry on answers (expires_at);

create table owners (
  id text primary key,
  opened_at integer not null
) strict, without rowid;
`;
