/** What SQLite's step `0045-rule-subjects` adds. */
export const ruleSubjects = `
alter table alert_rule add column monitor_id bigint references monitor (id) on delete cascade;
alter table alert_rule add column check_id bigint references uptime_check (id) on delete cascade;
create index alert_rule_by_monitor on alert_rule (monitor_id);
create index alert_rule_by_check on alert_rule (check_id);
`
