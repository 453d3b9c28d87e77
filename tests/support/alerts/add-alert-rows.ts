import { DatabaseSync } from 'node:sqlite'

/** Adds a channel and a message of the first rule, both with the id 1, to the database of a desk that runs. */
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
  database.close()
}
