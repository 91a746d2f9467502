const RESERVATIONS = `
  create table skill_state.reservations (
    id text primary key,
    suite text not null references skill_state.suites on delete cascade,
    worker text not null,
    tokens bigint not null,
    cost double precision not null
  )`

/**
 * Holds back what a call could use at most, if that fits beside what others hold back under the limits that the suite has
 * now: they may have been set anew since its episode began. What a worker holds back that has
 * not been heard of for half a minute counts as spent. Asked again after a connection broke, a call does not stand in its
 * own way. Each statement of a function sees what was committed before it, so what is summed up under the lock is so.
 */
const RESERVE = `
  create function skill_state.reserve(wanted text, reservation text, whose text, need_tokens bigint,
    need_cost double precision, out limits text, out spent_tokens double precision, out spent_cost double precision, out taken boolean)
  language plpgsql as $$
  declare held_tokens double precision; held_cost double precision;
  begin
    select s.limits into limits from skill_state.suites s where name = wanted for update;
    select s.tokens + coalesce(sum(r.tokens) filter (where w.id is null), 0),
      s.cost + coalesce(sum(r.cost) filter (where w.id is null), 0),
      coalesce(sum(r.tokens) filter (where w.id is not null), 0),
      coalesce(sum(r.cost) filter (where w.id is not null), 0)
    into spent_tokens, spent_cost, held_tokens, held_cost
    from skill_state.suites s
    left join skill_state.reservations r on r.suite = s.name and r.id <> reservation
    left join skill_state.workers w on w.id = r.worker and w.seen > clock_timestamp() - interval '30 seconds'
    where s.name = wanted group by s.name;
    taken := exists (select from skill_state.reservations where id = reservation)
      or spent_tokens + held_tokens + need_tokens <= coalesce((limits::json->>'tokens')::double precision, 'infinity')
        and spent_cost + held_cost + need_cost <= coalesce((limits::json->>'costUsd')::double precision, 'infinity') + 1e-9;
    if taken then
      insert into skill_state.reservations (id, suite, worker, tokens, cost)
      values (reservation, wanted, whose, need_tokens, need_cost) on conflict do nothing;
    end if;
  end $$`

/** The table and the function of `fleetSpending`, in the order in which they can be made. */
export const fleetSpendingTables: readonly string[] = [RESERVATIONS, RESERVE]
