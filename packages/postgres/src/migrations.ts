/**
 * Whoever holds this lock lives. Those whose connection is gone are forgotten, save who has just been heard of: after a
 * restart of the server everybody has to connect anew.
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
  end $$`

const BUSY = `
  select count(*) into busy from skill_state.places p
  join skill_state.workers w on w.id = p.worker and w.seen > clock_timestamp() - interval '30 seconds'
  where p.key = wanted;`

/** Each statement of a function sees what was committed before it, so what is counted under the lock is so. */
const TAKE_PLACE = `
  create function skill_state.take_place(wanted text, place text, whose text, first double precision,
    out room double precision, out taken boolean) language plpgsql as $$
  declare busy bigint;
  begin
    insert into skill_state.limiters as l (key, places) values (wanted, first)
    on conflict (key) do update set places = l.places returning l.places into room;
    ${BUSY}
    taken := busy < floor(room);
    if taken then
      insert into skill_state.places (id, key, worker) values (place, wanted, whose) on conflict do nothing;
    end if;
  end $$`

/** One more place for a full house of answers; half of them for a refusal of a call that began after the last halving. */
const GIVE_PLACE = `
  create function skill_state.give_place(wanted text, place text, outcome text, most double precision)
  returns void language plpgsql as $$
  declare busy bigint; since timestamptz; room double precision;
  begin
    select places into room from skill_state.limiters where key = wanted for update;
    ${BUSY}
    delete from skill_state.places where id = place returning begun into since;
    if since is null then return; end if;
    if outcome = 'limited' then
      update skill_state.limiters set places = greatest(1, places / 2), decreased = clock_timestamp()
      where key = wanted and decreased < since;
    elsif outcome = 'answered' and busy >= floor(room) then
      update skill_state.limiters set places = least(most, places + 1 / places) where key = wanted;
    end if;
  end $$`

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
    KEEP_ALIVE,
    TAKE_PLACE,
    GIVE_PLACE,
  ],
]
