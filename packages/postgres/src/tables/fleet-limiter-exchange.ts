import { THIS_SECOND } from './fleet-limiter-tables.ts'

/**
 * Ends the calls that a worker gives back, then lets the calls begin that it asks for, in one statement: a round trip and
 * a lock for however many there are. Says how many of those asked for have begun, from the first.
 *
 * **Given back:** counts what each call used, and adapts, as `rateLimiter` does. Places fall by half for a rejection of a
 * call that began after the last one, come back fast to half of what they were, then by a sixty-fourth of that, or by one.
 * Tokens a minute are lowered by a rejection that fewer places did not prevent, and rise while the next call waits for them.
 * A call that is not on record any more is passed over, so the statement may be sent again after the connection broke.
 *
 * **Asked for:** each call begins if there is room beside those under way and those that asked before it. The first that
 * has to wait is recorded: room is kept for it. Those behind it are not looked at.
 *
 * The lock of a key lasts until the transaction ends. If each waited for the disk, calls could begin no faster than the
 * disk takes one write after the other: a server that crashes forgets the last half second. Dead rows are many, and only
 * an index forgets them at once.
 */
export const EXCHANGE_PLACES: string = `
  create function skill_state.exchange_places(wanted text, whose text,
    given text[], outcomes text[], usages bigint[], asked_for text[], needs bigint[], ceilings bigint[],
    out room double precision, out per_minute double precision, out taken integer)
  language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
  declare
    own skill_state.limiters; was skill_state.limiters; gone record; head skill_state.places; others record;
    lives boolean; busy bigint; held bigint; next bigint; past bigint; flow bigint := 0; named bigint;
    short boolean; full_house boolean; refused boolean; lowers boolean; lasting boolean; waits boolean;
    halved double precision; raised double precision;
  begin
    perform set_config('synchronous_commit', 'off', true);
    insert into skill_state.limiters (key) values (wanted) on conflict do nothing;
    select * into own from skill_state.limiters where key = wanted for update;
    past := skill_state.flowed(wanted);

    if cardinality(given) > 0 then
      select exists (select from skill_state.workers w
        where w.id = whose and w.seen > clock_timestamp() - interval '30 seconds') into lives;
      select count(*) filter (where alive and begun is not null),
        coalesce(sum(tokens) filter (where begun is not null), 0),
        (array_agg(tokens order by asked, id) filter (where begun is null))[1] into busy, held, next
      from skill_state.calls where key = wanted and counts;
      for gone in
        with ended as (delete from skill_state.places where id = any(given) returning id, tokens, era, begun)
        select tokens, era, outcome, used,
          lives or begun between clock_timestamp() - interval '1 minute' and clock_timestamp() as counted
        from ended join unnest(given, outcomes, usages) with ordinality as g(id, outcome, used, n) using (id)
        where begun is not null order by n
      loop
        was := own;
        short := coalesce(held + past > 0 and held + past + next > was.tokens, false);
        full_house := gone.outcome = 'answered' and busy >= floor(was.places);
        halved := case when was.places = 'infinity' then greatest(busy, 8) else was.places end;
        refused := gone.outcome in ('limited', 'overloaded') and gone.era = was.era;
        lasting := was.streak + 1 = 5;
        lowers := refused and gone.outcome = 'limited' and (short or not was.risen) and (was.flowed or lasting) and past > 0;
        raised := greatest(was.tokens, 8 * gone.used);
        waits := gone.outcome = 'answered' and was.tokens is not null and held + past > 0
          and held + past + coalesce(next, gone.tokens) > raised;
        own.era := was.era + refused::integer;
        own.places := case when refused then greatest(1, halved / 2)
          when full_house then was.places + case when was.places < was.before / 2 then was.places / 2
            else greatest(1, was.before / 64) / was.places end
          else was.places end;
        own.risen := not refused and (was.risen or full_house);
        own.tokens := case when lowers
          then least(was.tokens, greatest(gone.tokens * case when lasting then 1 else 8 end, 0.8::double precision * past))
          when gone.outcome = 'answered' and was.tokens is not null
          then raised + case when waits then gone.used * power(2::double precision, was.raises) else 0 end
          else was.tokens end;
        own.raises := case when refused then 0 else was.raises + waits::integer end;
        own.before := case when refused and was.streak = 0 then greatest(halved, was.before * 0.9::double precision)
          else was.before end;
        own.streak := case when refused then was.streak + 1 when gone.outcome = 'answered' then 0 else was.streak end;
        own.flowed := gone.used > 0 or was.flowed and not lowers;
        busy := busy - lives::integer;
        held := held - case when gone.counted then gone.tokens else 0 end;
        past := past + gone.used;
        flow := flow + gone.used;
      end loop;
      update skill_state.limiters l set era = own.era, places = own.places, risen = own.risen, tokens = own.tokens,
        raises = own.raises, before = own.before, streak = own.streak, flowed = own.flowed
      where l.key = wanted and l is distinct from own;
      delete from skill_state.flows where key = wanted and second not between ${THIS_SECOND} - 60 and ${THIS_SECOND};
      if flow > 0 then
        insert into skill_state.flows as f (key, second, tokens) values (wanted, ${THIS_SECOND}, flow)
        on conflict (key, second) do update set tokens = f.tokens + flow;
      end if;
    end if;

    room := own.places;
    per_minute := own.tokens;
    taken := 0;
    if cardinality(asked_for) = 0 then return; end if;

    select * into head from skill_state.places where id = asked_for[1];
    select count(*) filter (where alive and not later) as busy, coalesce(sum(tokens) filter (where not later), 0) as used,
      min(ceiling) filter (where not later) as named,
      count(*) filter (where alive and later) as more_busy, coalesce(sum(tokens) filter (where later), 0) as more_used,
      min(ceiling) filter (where later) as more_named into others
    from (
      select alive, tokens, ceiling, begun is null and coalesce((asked, id) > (head.asked, head.id), false) as later
      from skill_state.calls where key = wanted and counts and (id <> all(asked_for) or begun is not null)
    ) as counted;
    busy := others.busy;
    held := others.used + past;
    named := others.named;
    for n in 1 .. cardinality(asked_for) loop
      if n = 2 then
        busy := busy + others.more_busy;
        held := held + others.more_used;
        named := least(named, others.more_named);
      end if;
      per_minute := least(own.tokens, named, ceilings[n]);
      exit when (n > 1 or head.begun is null)
        and not (busy < floor(room) and (held = 0 or held + needs[n] <= coalesce(per_minute, 'infinity')));
      taken := n;
      busy := busy + 1;
      held := held + needs[n];
      named := least(named, ceilings[n]);
    end loop;
    insert into skill_state.places as p (id, key, worker, tokens, ceiling, begun, era)
    select id, wanted, whose, need, most, case when n <= taken then clock_timestamp() end, case when n <= taken then own.era end
    from unnest(asked_for, needs, ceilings) with ordinality as a(id, need, most, n) where n <= taken + 1
    on conflict (id) do update set seen = clock_timestamp(),
      begun = coalesce(p.begun, excluded.begun), era = coalesce(p.era, excluded.era);
  end $$`
