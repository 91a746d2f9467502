/** The statements that bring the tables from one version to the next. What was released is never changed. */
export const migrations: readonly (readonly string[])[] = [
  [
    'create schema skill_state_queue',
    `create table skill_state.suites (
      name text primary key,
      plan text not null,
      version text not null,
      stopped text,
      limits text not null default '{}',
      tokens bigint not null default 0,
      cost double precision not null default 0
    )`,
    `create table skill_state.runs (
      id integer generated always as identity primary key,
      name text not null unique,
      conditions text not null,
      report text
    )`,
    `create table skill_state.episodes (
      id integer generated always as identity primary key,
      run integer not null references skill_state.runs on delete cascade,
      file text not null collate "C",
      name text not null,
      fence bigint not null default 0,
      part integer not null default 0,
      status text,
      unique (run, file)
    )`,
    `create table skill_state.lines (
      episode integer not null references skill_state.episodes on delete cascade,
      part integer not null,
      seq integer not null,
      line text not null,
      primary key (episode, part, seq)
    )`,
    `create table skill_state.asides (
      episode integer not null references skill_state.episodes on delete cascade,
      part integer not null,
      primary key (episode, part)
    )`,
    `create table skill_state.workers (
      id text primary key,
      seen timestamptz not null default clock_timestamp()
    )`,
    `create table skill_state.reservations (
      id text primary key,
      suite text not null references skill_state.suites on delete cascade,
      worker text not null,
      tokens bigint not null,
      cost double precision not null
    )`,
    `create table skill_state.limiters (
      key text primary key,
      places double precision not null,
      decreased timestamptz not null default '-infinity'
    )`,
    `create table skill_state.places (
      id text primary key,
      key text not null references skill_state.limiters on delete cascade,
      worker text not null,
      begun timestamptz not null default clock_timestamp()
    )`,
  ],
]
