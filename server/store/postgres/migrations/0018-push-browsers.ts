/** What SQLite's step `0047-push-browsers` adds. */
export const pushBrowsers = `
create table push_browser (
  channel_id bigint primary key references alert_channel (id) on delete cascade,
  account_id bigint not null references account (id) on delete cascade,
  endpoint_hash text not null unique,
  session_hash text not null,
  device_hash text
);
create index push_browser_by_account on push_browser (account_id);
create index push_browser_by_session on push_browser (session_hash);
create index push_browser_by_device on push_browser (device_hash) where device_hash is not null;
`
