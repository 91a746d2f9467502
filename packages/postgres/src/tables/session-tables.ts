/** Journals of agents' sessions: a row a record. Two writers of one session meet at the number of the record. */
export const sessionTables: readonly string[] = [
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
