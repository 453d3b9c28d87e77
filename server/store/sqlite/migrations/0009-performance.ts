/**
 * What was measured, by hour and by day: counts, and values as sketches that can be merged. Both are written with each
 * batch: a page over a month reads thirty rows a route then, not seven hundred. `hour` is a day's first one there. The
 * hour stands before the name, so that an hour's rows lie together: a list reads all of some hours, a route's page
 * jumps from one to the next, and retention deletes the oldest. Whether a trace is fast, usual or slow is known when it
 * comes: `examples` has one of each.
 */
const columns = `
  project_id integer not null,
  hour integer not null,
  kind text not null,
  name text not null,
  op text not null,
  side text not null,
  environment text not null,
  quantity integer not null,
  failures integer not null,
  total_ms real not null,
  sketch blob not null,
  examples blob not null,
  primary key (project_id, hour, kind, name, op, side, environment)`

export const performance = `
create table performance_hour (${columns}
) strict, without rowid;
create table performance_day (${columns}
) strict, without rowid;
`
