/**
 * When a monitor was last heard of: its check-ins may be gone by then, and a thousand of them are compared at once.
 *
 * Keys that stand on pages which everybody sees. The first key of the desk's own project did until now: it is one from
 * now on, and the project gets another for applications.
 */
export const senders = `
alter table monitor add column last_at integer not null default 0;
update monitor set last_at =
  coalesce((select max(updated_at) from check_in where check_in.monitor_id = monitor.id), created_at);

alter table project_key add column is_for_pages integer not null default 0;
update project_key set is_for_pages = 1 where id = (select min(id) from project_key where project_id = 1);
insert into project_key (project_id, public_key, created_at)
  select id, lower(hex(randomblob(16))), created_at from project where id = 1;
`
