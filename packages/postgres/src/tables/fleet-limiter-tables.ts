/** Of each key: how many calls may be under way, and how many tokens a minute they may use if that was learned. */
const LIMITERS = `
  create table skill_state.limiters (
    key text primary key,
    places double precision not null default 'infinity',
    tokens double precision,
    era integer not null default 0,
    risen boolean not null default true,
    flowed boolean not null default false,
    raises integer not null default 0,
    streak integer not null default 0,
    before double precision not null default 0
  )`

/** Calls that are under way, and those that wait: these have not begun. */
const PLACES = `
  create table skill_state.places (
    id text primary key,
    key text not null references skill_state.limiters on delete cascade,
    worker text not null,
    tokens bigint not null,
    ceiling bigint,
    era integer,
    asked timestamptz not null default clock_timestamp(),
    seen timestamptz not null default clock_timestamp(),
    begun timestamptz
  )`
const PLACES_OF_KEY = 'create index on skill_state.places (key)'

/** What calls used, by the second in which they ended. */
const FLOWS = `
  create table skill_state.flows (
    key text not null references skill_state.limiters on delete cascade,
    second bigint not null,
    tokens bigint not null,
    primary key (key, second)
  )`

/**
 * Whose worker has not been heard of for half a minute is not alive: its places are free at once, its tokens a minute
 * after it began, as they may have been used. A call that waits says so again and again, or waits no longer.
 */
const CALLS = `
  create view skill_state.calls as
  select p.*, w.id is not null as alive,
    case when p.begun is null
      then w.id is not null and p.seen between clock_timestamp() - interval '5 seconds' and clock_timestamp()
      else w.id is not null or p.begun between clock_timestamp() - interval '1 minute' and clock_timestamp()
    end as counts
  from skill_state.places p
  left join skill_state.workers w on w.id = p.worker and w.seen > clock_timestamp() - interval '30 seconds'`

/** Of the server's clock. */
export const THIS_SECOND = 'floor(extract(epoch from clock_timestamp()))::bigint'

/** What flowed in the last minute. After the clock was set back, what is of the future has not flowed. */
const FLOWED = `
  create function skill_state.flowed(wanted text) returns bigint language sql volatile as $$
    select coalesce(sum(tokens), 0)::bigint from skill_state.flows
    where key = wanted and second between ${THIS_SECOND} - 60 and ${THIS_SECOND}
  $$`

/** The tables of `fleetLimiter`, and what reads them, in the order in which they can be made. */
export const fleetLimiterTables: readonly string[] = [LIMITERS, PLACES, PLACES_OF_KEY, FLOWS, CALLS, FLOWED]
