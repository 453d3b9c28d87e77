/** What rules that measure found to be true, and when that was looked at. */
export const conditions = `
create table alert_condition (
  rule_id integer not null references alert_rule (id) on delete cascade,
  subject text not null,
  at integer not null,
  primary key (rule_id, subject)
) strict, without rowid;

create table condition_look (
  id integer primary key,
  looked_at integer not null
) strict;
`
