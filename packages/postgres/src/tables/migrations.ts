import { EXCHANGE_PLACES } from './fleet-limiter-exchange.ts'
import { fleetLimiterTables } from './fleet-limiter-tables.ts'
import { fleetSpendingTables } from './fleet-spending-tables.ts'

/**
 * The holder of this lock is alive. A holder without a connection is removed, unless it has just reported: after a
 * restart of the server everybody has to connect anew. What they held of a key's limits is forgotten a minute later.
 */
const KEEP_ALIVE = `
  create function skill_state.keep_alive(worker text) returns void language plpgsql as $$
  begin
    insert into skill_state.workers (id) values (worker)
    on conflict (id) do update set seen = clock_timestamp();
    perform pg_try_advisory_lock(7353110, hashtext(worker)) where not exists (
      select from pg_locks l where l.locktype = 'advisory' and l.pid = pg_backend_pid() and l.classid = 7353110
    );
    delete from skill_state.workers w where w.seen < clock_timestamp() - interval '3 seconds' and not exists (
      select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and l.classid = 7353110 and l.granted
        and l.objid = (hashtext(w.id)::bigint & 4294967295)::oid
    );
    delete from skill_state.places p where coalesce(p.begun, p.seen) < clock_timestamp() - interval '1 minute'
      and not exists (select from skill_state.workers w where w.id = p.worker);
  end $$`

/**
 * Removing an episode removes its lines. A trigger does this, because a foreign key would look up the episode for each
 * new line. A worker that writes lines locks the episode, and the removal waits for that lock.
 */
const REMOVE_LINES = [
  `create function skill_state.remove_lines() returns trigger language plpgsql as $$
  begin
    delete from skill_state.lines l using gone where l.episode = gone.id;
    return null;
  end $$`,
  `create trigger remove_lines after delete on skill_state.episodes referencing old table as gone
    for each statement execute function skill_state.remove_lines()`,
]

/** Journals of agents' sessions: a row a record. Two writers of one session meet at the number of the record. */
const SESSIONS = [
  `create table skill_state.sessions (
    id integer generated always as identity primary key,
    name text not null unique,
    opened timestamptz not null default clock_timestamp()
  )`,
  `create table skill_state.session_records (
    session integer not null references skill_state.sessions on delete cascade,
    seq integer not null,
    body text not null,
    chain text not null,
    primary key (session, seq)
  )`,
  `create table skill_state.session_results (
    session integer not null references skill_state.sessions on delete cascade,
    handle text not null,
    content text not null,
    primary key (session, handle)
  )`,
]

/** The statements that bring the tables from one version to the next. What was released is never changed. */
export const migrations: readonly (readonly string[])[] = [
  [
    'create schema skill_state_queue',
    `create table skill_state.suites (
      name text primary key,
      plan text not null,
      version text not null,
      stopped text,
      trouble text,
      limits text not null default '{}',
      tokens bigint not null default 0,
      cost double precision not null default 0,
      paused boolean not null default false
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
      episode integer not null,
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
      seen timestamptz not null default clock_timestamp(),
      draining boolean not null default false
    )`,
    ...fleetSpendingTables,
    ...fleetLimiterTables,
    KEEP_ALIVE,
    EXCHANGE_PLACES,
    ...REMOVE_LINES,
    ...SESSIONS,
  ],
]
