/** What channels were told of monitors, and when the desk looked at them. */
export const toldMonitors = `
create table monitor_told (
  project_id integer not null,
  monitor_id integer not null references monitor (id) on delete cascade,
  environment text not null,
  state text not null,
  at integer not null,
  primary key (monitor_id, environment)
) without rowid, strict;

create table monitor_look (
  id integer primary key,
  looked_at integer not null,
  away_from integer not null,
  away_until integer not null
) strict;
`
