import type { DatabaseSync } from 'node:sqlite'

/** Writes one row durably, as the next event will have to be; gives why it could not. */
export function probeWrite(connection: DatabaseSync): string | undefined {
  try {
    connection.exec(`
      insert into setting (key, value) values ('writer.probe', '1')
      on conflict do update set value = value + 1`)
    return undefined
  } catch (error) {
    return String(error)
  }
}
