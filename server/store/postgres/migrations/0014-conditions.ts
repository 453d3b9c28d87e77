/** What SQLite's step `0043-conditions` adds. */
export const conditions = `
create table alert_condition (
  rule_id bigint not null references alert_rule (id) on delete cascade,
  subject text not null,
  at bigint not null,
  primary key (rule_id, subject)
);

create table condition_look (
  id bigint primary key,
  looked_at bigint not null
);
`
