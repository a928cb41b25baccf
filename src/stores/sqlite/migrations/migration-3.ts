/**
 * What the dashboard shows and needs: versions of recipes, the version and the drift of each run, the answers to webhooks,
 * when keys were used, addresses to sign in by, and the links and sessions of sign-ins.
 */
export const migration3: string = `
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
