/** Of each key: how many calls may be under way, and how many tokens a minute they may use where that was learned. */
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

const THIS_SECOND = 'floor(extract(epoch from clock_timestamp()))::bigint'

/** What flowed in the last minute. After the clock was set back, what is of the future has not flowed. */
const FLOWED = `
  create function skill_state.flowed(wanted text) returns bigint language sql volatile as $$
    select coalesce(sum(tokens), 0)::bigint from skill_state.flows
    where key = wanted and second between ${THIS_SECOND} - 60 and ${THIS_SECOND}
  $$`

/**
 * The lock of a key is held until its transaction ends: if each waited for the disk, calls could begin no faster than the
 * disk takes one write after the other. A server that crashes forgets the last half second of it.
 */
const WITHOUT_WAITING = `perform set_config('synchronous_commit', 'off', true)`

/**
 * Gives a call its place, or lets it wait behind those that asked before it: for them room is kept. Each statement of a
 * function sees what was committed before it, so what is counted under the lock is so.
 */
const TAKE_PLACE = `
  create function skill_state.take_place(wanted text, place text, whose text,
    need bigint, most bigint, out room double precision, out per_minute double precision, out taken boolean)
  language plpgsql as $$
  declare own skill_state.limiters; call skill_state.places; busy bigint; used bigint; named bigint;
  begin
    ${WITHOUT_WAITING};
    insert into skill_state.limiters (key) values (wanted) on conflict do nothing;
    select * into own from skill_state.limiters where key = wanted for update;
    insert into skill_state.places as p (id, key, worker, tokens, ceiling) values (place, wanted, whose, need, most)
    on conflict (id) do update set seen = clock_timestamp() returning p.* into call;
    select count(*) filter (where alive), coalesce(sum(tokens), 0), min(ceiling) into busy, used, named
    from skill_state.calls c
    where c.key = wanted and counts and id <> place and (begun is not null or (asked, id) < (call.asked, call.id));
    used := used + skill_state.flowed(wanted);
    room := own.places;
    per_minute := least(own.tokens, named, most);
    taken := call.begun is not null
      or busy < floor(room) and (used = 0 or used + need <= coalesce(per_minute, 'infinity'));
    if taken and call.begun is null then
      update skill_state.places set begun = clock_timestamp(), era = own.era where id = place;
    end if;
  end $$`

/**
 * Ends a call, counts what it used, and adapts, as `createLimiter` does: places fall by half for a refusal of a call that
 * began after the last one, come back fast to half of what they were, then by a sixty-fourth of that, or by one. Tokens a
 * minute are lowered by a refusal that fewer places did not prevent, and rise while the next call waits for them.
 */
const GIVE_PLACE = `
  create function skill_state.give_place(wanted text, place text, outcome text, used bigint)
  returns void language plpgsql as $$
  declare
    own skill_state.limiters; call skill_state.places;
    busy bigint; held bigint; next bigint; past bigint;
    short boolean; full_house boolean; refused boolean; lowers boolean; lasting boolean; raised double precision; waits boolean;
    halved double precision;
  begin
    ${WITHOUT_WAITING};
    select * into own from skill_state.limiters where key = wanted for update;
    select count(*) filter (where alive and begun is not null),
      coalesce(sum(tokens) filter (where begun is not null), 0),
      (array_agg(tokens order by asked, id) filter (where begun is null))[1] into busy, held, next
    from skill_state.calls where key = wanted and counts;
    delete from skill_state.places where id = place and begun is not null returning * into call;
    if not found then return; end if;
    past := skill_state.flowed(wanted);
    short := coalesce(held + past > 0 and held + past + next > own.tokens, false);
    full_house := outcome = 'answered' and busy >= floor(own.places);
    halved := case when own.places = 'infinity' then greatest(busy, 8) else own.places end;
    refused := outcome in ('limited', 'overloaded') and call.era = own.era;
    lasting := own.streak + 1 = 5;
    lowers := refused and outcome = 'limited' and (short or not own.risen) and (own.flowed or lasting) and past > 0;
    raised := greatest(own.tokens, 8 * used);
    waits := outcome = 'answered' and own.tokens is not null and held + past > 0
      and held + past + coalesce(next, call.tokens) > raised;
    update skill_state.limiters set
      era = era + refused::integer,
      places = case when refused then greatest(1, halved / 2)
        when full_house then places + case when places < before / 2 then places / 2
          else greatest(1, before / 64) / places end
        else places end,
      risen = not refused and (risen or full_house),
      tokens = case when lowers
        then least(tokens, greatest(call.tokens * case when lasting then 1 else 8 end, 0.8::double precision * past))
        when outcome = 'answered' and tokens is not null
        then raised + case when waits then used * power(2::double precision, raises) else 0 end
        else tokens end,
      raises = case when refused then 0 else raises + waits::integer end,
      before = case when refused and streak = 0 then greatest(halved, before * 0.9::double precision) else before end,
      streak = case when refused then streak + 1 when outcome = 'answered' then 0 else streak end,
      flowed = used > 0 or flowed and not lowers
    where key = wanted;
    delete from skill_state.flows where key = wanted and second not between ${THIS_SECOND} - 60 and ${THIS_SECOND};
    if used > 0 then
      insert into skill_state.flows as f (key, second, tokens) values (wanted, ${THIS_SECOND}, used)
      on conflict (key, second) do update set tokens = f.tokens + used;
    end if;
  end $$`

/** The tables, the view and the functions of `fleetLimiter`, in the order in which they can be made. */
export const fleetLimiterTables: readonly string[] = [
  LIMITERS,
  PLACES,
  PLACES_OF_KEY,
  FLOWS,
  CALLS,
  FLOWED,
  TAKE_PLACE,
  GIVE_PLACE,
]
