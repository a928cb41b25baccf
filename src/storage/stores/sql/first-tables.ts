/** How a database writes what the tables of a store are made of. */
interface ColumnWords {
  /** 64 bits: moments are milliseconds. */
  readonly integer: string;
  /** 0 or 1. */
  readonly flag: string;
  readonly real: string;
  /** The key that counts up with the rows. */
  readonly seq: string;
  /** Behind a table with `seq`. */
  readonly bySeq: string;
  /** Behind a table with another key. */
  readonly byKey: string;
  /** The same, of one whose rows are written again and again. */
  readonly often: string;
}

/**
 * The tables that every database has in the first form. The checks are the last line of defence: what breaks one of them is
 * rolled back. Never changed once released.
 */
export function toFirstTables(words: ColumnWords): string {
  const { integer, flag, real, seq, bySeq, byKey, often } = words;
  return `
create table accounts (
  seq ${seq},
  id text not null unique,
  plan text not null,
  webhook text,
  created_at ${integer} not null,
  email_verified_at ${integer},
  suspended_at ${integer},
  deletion_scheduled_for ${integer},
  deleted_at ${integer},
  email text
)${bySeq};
create index accounts_by_deletion on accounts (deletion_scheduled_for)
  where deletion_scheduled_for is not null;
create unique index accounts_by_email on accounts (email) where email is not null;

create table balances (
  account text primary key,
  balance ${integer} not null,
  held ${integer} not null,
  check (0 <= held and held <= balance)
)${often};

create table entries (
  seq ${seq},
  account text not null,
  credits ${integer} not null check (credits <> 0),
  kind text not null check (kind in ('grant', 'post')),
  reference text,
  created_at ${integer} not null
)${bySeq};
create index entries_by_account on entries (account, seq);
create index entries_by_time on entries (account, created_at);

create table holds (
  id text primary key,
  account text not null,
  credits ${integer} not null check (credits >= 0),
  state text not null check (state in ('open', 'settled')),
  owner text not null,
  settled_at ${integer},
  in_flight ${flag} not null default 0 check (in_flight in (0, 1))
)${byKey};
create index open_holds_by_owner on holds (owner) where state = 'open';
create index requests_in_flight on holds (account) where state = 'open' and in_flight = 1;
create index settled_holds on holds (settled_at) where settled_at is not null;

-- Requests per minute and in flight, counted for all processes together: when each began.
create table starts (
  account text not null,
  number ${integer} not null,
  started_at ${integer} not null,
  primary key (account, number)
)${byKey};
create index starts_by_time on starts (started_at);

-- The same of calls that cost no credits, a table for each kind, and one for what is under way.
create table dashboard_starts (
  account text not null,
  number ${integer} not null,
  started_at ${integer} not null,
  primary key (account, number)
)${byKey};
create index dashboard_starts_by_time on dashboard_starts (started_at);

create table webhook_test_starts (
  account text not null,
  number ${integer} not null,
  started_at ${integer} not null,
  primary key (account, number)
)${byKey};
create index webhook_test_starts_by_time on webhook_test_starts (started_at);

create table places (
  id text primary key,
  account text not null,
  kind text not null,
  owner text not null
)${byKey};
create index places_by_account on places (account, kind);
create index places_by_owner on places (owner);

create table api_keys (
  seq ${seq},
  id text not null unique,
  account text not null,
  hash text not null unique,
  label text not null,
  last4 text not null,
  created_at ${integer} not null,
  revoked_at ${integer},
  last_used_at ${integer}
)${bySeq};
create index api_keys_by_account on api_keys (account, seq);

-- SQLite comes to a column behind a large text only by reading that text: documents stand behind all that lists show.
create table recipes (
  seq ${seq},
  id text not null unique,
  account text not null,
  title text not null,
  bytes ${integer} not null,
  enabled ${flag} not null check (enabled in (0, 1)),
  webhook text,
  revision ${integer} not null,
  created_at ${integer} not null,
  updated_at ${integer} not null,
  document text not null,
  healing text
)${bySeq};
create index recipes_by_account on recipes (account, seq);

create table recipe_versions (
  recipe_id text not null,
  revision ${integer} not null,
  title text not null,
  bytes ${integer} not null,
  created_at ${integer} not null,
  document text not null,
  primary key (recipe_id, revision)
)${bySeq};
create index versions_by_bytes on recipe_versions (recipe_id, bytes);

create table runs (
  seq ${seq},
  id text not null unique,
  account text not null,
  recipe_id text not null,
  status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  variables text not null,
  effective_cap ${integer} not null,
  clamped_by_credits ${flag} not null check (clamped_by_credits in (0, 1)),
  credits_per_page ${integer} not null,
  held ${integer} not null check (held >= 0),
  pages_extracted ${integer} not null,
  items_extracted ${integer} not null,
  credits_used ${integer} not null,
  created_at ${integer} not null,
  started_at ${integer},
  completed_at ${integer},
  error text,
  result text,
  owner text not null,
  recipe_revision ${integer},
  drift ${real},
  max_pages ${integer},
  check ((completed_at is null) = (status in ('queued', 'running'))),
  check (completed_at is null or held = 0)
)${bySeq};
create index ended_runs on runs (completed_at) where completed_at is not null;
create index runs_by_account on runs (account, seq);
create index runs_by_account_and_time on runs (account, created_at);
create index runs_by_recipe on runs (recipe_id, seq);
create index unfinished_runs_by_owner on runs (owner) where completed_at is null;

create table deliveries (
  seq ${seq},
  id text not null unique,
  account text not null,
  run_id text not null unique,
  event text not null check (event in ('completed', 'failed', 'cancelled')),
  url text not null,
  headers text,
  body text,
  state text not null check (state in ('pending', 'attempted', 'delivered', 'failed')),
  created_at ${integer} not null,
  attempted_at ${integer},
  completed_at ${integer},
  response_status ${integer},
  error text,
  owner text,
  response_body text,
  signing_secret text
)${bySeq};
create index attempts_by_owner on deliveries (owner) where owner is not null;
create index deliveries_by_account on deliveries (account, seq);
create index ended_deliveries on deliveries (completed_at) where completed_at is not null;
create index pending_deliveries on deliveries (seq) where state = 'pending';

create table schedules (
  seq ${seq},
  id text not null unique,
  account text not null,
  recipe_id text not null,
  cron text not null,
  time_zone text not null,
  next_at ${integer},
  created_at ${integer} not null,
  refused_ticks ${integer} not null default 0,
  refusal text,
  refused_at ${integer},
  paused_at ${integer}
)${bySeq};
create index schedules_by_account on schedules (account, seq);
create index schedules_by_next on schedules (next_at, seq) where next_at is not null;
create index schedules_by_recipe on schedules (recipe_id);

create table ticks (
  schedule_id text not null,
  due_at ${integer} not null,
  claimed_at ${integer} not null,
  run_id text,
  error text,
  primary key (schedule_id, due_at)
)${byKey};
create index ticks_by_claim on ticks (claimed_at);

create table answers (
  account text not null,
  key text not null,
  digest text not null,
  value text,
  expires_at ${integer} not null,
  owner text not null,
  primary key (account, key)
)${bySeq};
create index answers_by_expiry on answers (expires_at);

create table sign_in_links (
  hash text primary key,
  kind text not null check (kind in ('sign-in', 'invite', 'confirm-address', 'restore-address')),
  account text,
  email text,
  expires_at ${integer} not null,
  check (account is not null or kind = 'sign-in'),
  check (email is not null or kind = 'sign-in')
)${byKey};
create index links_by_account on sign_in_links (account);
create index links_by_expiry on sign_in_links (expires_at);

create table sessions (
  hash text primary key,
  account text,
  created_at ${integer} not null,
  expires_at ${integer} not null
)${byKey};
create index sessions_by_account on sessions (account);
create index sessions_by_expiry on sessions (expires_at);
`;
}
