/** Browsers that accounts are notified in. */
export const pushBrowsers = `
create table push_browser (
  channel_id integer primary key references alert_channel (id) on delete cascade,
  account_id integer not null references account (id) on delete cascade,
  endpoint_hash text not null unique,
  session_hash text not null,
  device_hash text
) strict;
create index push_browser_by_account on push_browser (account_id);
create index push_browser_by_session on push_browser (session_hash);
create index push_browser_by_device on push_browser (device_hash) where device_hash is not null;
`
