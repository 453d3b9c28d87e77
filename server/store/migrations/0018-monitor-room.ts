/** When a monitor was last heard of: its check-ins may be gone by then, and a thousand of them are compared at once. */
export const monitorRoom = `
alter table monitor add column last_at integer not null default 0;
update monitor set last_at =
  coalesce((select max(updated_at) from check_in where check_in.monitor_id = monitor.id), created_at);
`
