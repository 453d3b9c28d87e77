import { acknowledgePath } from '#renderer/paths.ts'
import { tokenOf } from '#server/accounts/links/acknowledge-links.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { queryDesk } from '#tests/support/desk/processes/desk-database.ts'

const KEY = "select value from setting where key = 'secret_alert_links'"
const OPEN =
  "select id from issue where status = 'open' and project_id = (select id from project where slug = 'demo')"

/**
 * Two addresses by which receivers of the first message would acknowledge open issues of the demo, which no other page's form
 * changes: one to be looked at, and one whose form a test may send.
 */
export async function acknowledgeAddresses(desk: DeskProcess): Promise<{ own: string; other: string }> {
  const read = async (sql: string) => Object.values((await queryDesk<object>(desk, sql))[0] ?? {})[0]
  for (;;) {
    const key = await read(KEY) // it is made with the first try
    if (key !== undefined) {
      const addressOf = (issueId: unknown) =>
        acknowledgePath(tokenOf(String(key), { messageId: 1, issueId: Number(issueId) }))
      return {
        own: addressOf(await read(`${OPEN} order by id desc`)),
        other: addressOf(await read(`${OPEN} order by id`)),
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
