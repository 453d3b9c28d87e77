import { DatabaseSync } from 'node:sqlite'

/**
 * Adds a channel, a message of the first rule, a paused check of the project `shop` and a status page, each with the id 1, to the
 * database of a desk that runs.
 */
export function addAlertRows(file: string, title: string): void {
  const database = new DatabaseSync(file)
  database.exec('pragma busy_timeout = 10000')
  database
    .prepare("insert into alert_channel (name, kind, settings, created_at) values (?, 'webhook', ?, 0)")
    .run(title, JSON.stringify({ url: 'https://receiver.example' }))
  database
    .prepare(`
      insert into alert_message
        (project_id, rule_id, channel_id, message_key, happening, state, title, created_at, due_at, ended_at)
      values (1, 1, 1, 'key', 'new', 'undelivered', ?, ?, ?, ?)`)
    .run(title, ...Array.from({ length: 3 }, () => Date.now()))
  database
    .prepare(`
      insert into uptime_check
        (project_id, name, url, method, headers, body, expects, contains, lacks, timeout_ms, every_minutes, phase_ms, is_paused,
         created_at, state_since, next_at)
      select id, ?, 'https://shop.example', 'GET', '[]', '', '2xx', '', '', 10000, 5, 0, 1, 0, 0, 0
      from project where slug = 'shop'`)
    .run(title)
  database
    .prepare(`
      insert into status_page (slug, title, announcement, timezone, created_at) values ('shop', ?, ?, 'UTC', 0)`)
    .run(title, title)
  database.close()
}
