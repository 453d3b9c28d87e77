/** The one monitor, or check, that a rule is about. A rule goes with it: a new one of the same number must not inherit it. */
export const ruleSubjects = `
alter table alert_rule add column monitor_id integer references monitor (id) on delete cascade;
alter table alert_rule add column check_id integer references uptime_check (id) on delete cascade;
create index alert_rule_by_monitor on alert_rule (monitor_id);
create index alert_rule_by_check on alert_rule (check_id);
`
