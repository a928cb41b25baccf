import type { DatabaseSync } from 'node:sqlite';
import { GleanerError } from '../../../runtime/errors/gleaner-error.ts';

/** Calls that cost no credits, counted for all processes together: a table for each kind, and one for what is under way. */
const migration7: string = `
create table dashboard_starts (
  account text not null,
  number integer not null,
  started_at integer not null,
  primary key (account, number)
) strict, without rowid;
create index dashboard_starts_by_time on dashboard_starts (started_at);

create table webhook_test_starts (
  account text not null,
  number integer not null,
  started_at integer not null,
  primary key (account, number)
) strict, without rowid;
create index webhook_test_starts_by_time on webhook_test_starts (started_at);

create table places (
  id text primary key,
  account text not null,
  kind text not null,
  owner text not null
) strict, without rowid;
create index places_by_account on places (account, kind);
create index places_by_owner on places (owner);
`;

/** What the caller of a run asked for at most, beside the cap that plan and credits make. */
const migration6: string = `
alter table runs add column max_pages integer;
`;

/** Requests per minute and in flight, counted for all processes together: when each began, and which holds are requests. */
const migration4: string = `
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

/**
 * What is needed to forget in time: when a hold was settled, and by whom a webhook was posted. Attempts of before that
 * no process has ended are ended here; the values of variables of ended runs are erased, as every end does from now on.
 */
const migration2: string = `
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

/**
 * What the dashboard shows and needs: versions of recipes, the version and the drift of each run, the answers to webhooks,
 * when keys were used, addresses to sign in by, and the links and sessions of sign-ins.
 */
const migration3: string = `
alter table accounts add column email text;
alter table api_keys add column last_used_at integer;
alter table runs add column recipe_revision integer;
alter table runs add column drift real;
alter table deliveries add column response_body text;

create table recipe_versions (
  recipe_id text not null,
  revision integer not null,
  document text not null,
  created_at integer not null,
  primary key (recipe_id, revision)
) strict;

create table sign_in_links (
  hash text primary key,
  account text,
  email text,
  expires_at integer not null
) strict, without rowid;

create table sessions (
  hash text primary key,
  account text,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;

insert into recipe_versions select id, revision, document, updated_at from recipes;
update runs set drift = json_extract(result, '$.drift') where result is not null;

create unique index accounts_by_email on accounts (email) where email is not null;
create index entries_by_time on entries (account, created_at);
create index runs_by_recipe on runs (recipe_id, seq);
create index links_by_expiry on sign_in_links (expires_at);
create index links_by_account on sign_in_links (account);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_account on sessions (account);
`;

/**
 * What lists of recipes show, beside the documents: a list neither reads nor parses them. The tables are made anew, since SQLite
 * comes to a column behind a large text only by reading that text, and adds columns at the end.
 */
const migration5: string = `
create table listed_recipes (
  seq integer primary key,
  id text not null unique,
  account text not null,
  title text not null,
  bytes integer not null,
  enabled integer not null check (enabled in (0, 1)),
  webhook text,
  revision integer not null,
  created_at integer not null,
  updated_at integer not null,
  document text not null,
  healing text
) strict;
insert into listed_recipes
  select seq, id, account,
    iif(json_type(document, '$.title') = 'text', trim(substr(json_extract(document, '$.title'), 1, 200)), ''),
    octet_length(document), enabled, webhook, revision, created_at, updated_at, document, healing
  from recipes;
drop table recipes;
alter table listed_recipes rename to recipes;
create index recipes_by_account on recipes (account, seq);

create table listed_versions (
  recipe_id text not null,
  revision integer not null,
  title text not null,
  bytes integer not null,
  created_at integer not null,
  document text not null,
  primary key (recipe_id, revision)
) strict;
insert into listed_versions
  select recipe_id, revision,
    iif(json_type(document, '$.title') = 'text', trim(substr(json_extract(document, '$.title'), 1, 200)), ''),
    octet_length(document), created_at, document
  from recipe_versions;
drop table recipe_versions;
alter table listed_versions rename to recipe_versions;
create index versions_by_bytes on recipe_versions (recipe_id, bytes);

-- What came of a schedule's ticks that started no run, counted on it, and since when it is paused because of that.
alter table schedules add column refused_ticks integer not null default 0;
alter table schedules add column refusal text;
alter table schedules add column refused_at integer;
alter table schedules add column paused_at integer;

-- Links have one purpose each. Those that wait are taken back: what they were for is not known.
drop table sign_in_links;
create table sign_in_links (
  hash text primary key,
  kind text not null check (kind in ('sign-in', 'invite', 'confirm-address', 'restore-address')),
  account text,
  email text,
  expires_at integer not null,
  check (account is not null or kind = 'sign-in'),
  check (email is not null or kind = 'sign-in')
) strict, without rowid;
create index links_by_expiry on sign_in_links (expires_at);
create index links_by_account on sign_in_links (account);

-- What signs a delivery.
alter table deliveries add column signing_secret text;
`;

/** The first form of the file. The checks are the last line of defence: what breaks one of them is rolled back. */
const migration1: string = `
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

/** A step from one released form of the file to the next; never changed once released. */
interface Migration {
  /** Counts up from 1 without gaps. */
  readonly version: number;
  readonly sql: string;
}

/** All steps, from an empty file to today's form. */
export const migrations: readonly Migration[] = [
  { version: 1, sql: migration1 },
  { version: 2, sql: migration2 },
  { version: 3, sql: migration3 },
  { version: 4, sql: migration4 },
  { version: 5, sql: migration5 },
  { version: 6, sql: migration6 },
  { version: 7, sql: migration7 },
];

/**
 * Brings a file to today's form, each step in a transaction of its own. A file of a newer version is left as it is and
 * refused: an older program cannot know what it would break.
 */
export function migrate(database: DatabaseSync, steps: readonly Migration[]): void {
  const newest = steps.at(-1)?.version ?? 0;
  const isUpToDate = (): boolean => {
    const version = readVersion(database);
    if (version > newest) {
      throw new GleanerError(
        'internal_error',
        `The store file is of version ${version} and this program knows versions up to ${newest}: update the program.`,
      );
    }
    return version === newest;
  };
  while (!isUpToDate()) {
    database.exec('begin immediate');
    try {
      // Another process may have taken this step while we waited for the lock.
      const version = readVersion(database);
      const step = steps.find((known) => known.version === version + 1);
      if (step !== undefined) {
        database.exec(
          'create table if not exists versions (version integer primary key, applied_at integer not null) strict',
        );
        database.exec(step.sql);
        database.prepare('insert into versions values (?, ?)').run(step.version, Date.now());
      }
      database.exec('commit');
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  }
}

function readVersion(database: DatabaseSync): number {
  const known = database
    .prepare("select 1 from sqlite_schema where type = 'table' and name = 'versions'")
    .get();
  if (known === undefined) return 0;
  return Number(database.prepare('select max(version) as newest from versions').get()?.newest ?? 0);
}
