/** What SQLite's step `0039-told-monitors` adds. */
export const toldMonitors = `
create table monitor_told (
  project_id bigint not null,
  monitor_id bigint not null references monitor (id) on delete cascade,
  environment text not null,
  state text not null,
  at bigint not null,
  primary key (monitor_id, environment)
);

create table monitor_look (
  id bigint primary key,
  looked_at bigint not null,
  away_from bigint not null,
  away_until bigint not null
);
`
