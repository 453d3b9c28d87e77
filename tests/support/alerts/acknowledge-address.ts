import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { acknowledgePath } from '#renderer/paths.ts'
import { tokenOf } from '#server/accounts/links/acknowledge-links.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'

const KEY = "select value from setting where key = 'secret_alert_links'"
const OWN = 'select issue_id from alert_item where message_id = 1'
const OTHER = `select id from issue where status = 'open' and id not in (${OWN}) order by id limit 1`

/**
 * The address by which the issue of the first message is acknowledged, as its receiver would have got it; and one for another
 * open issue, whose form a test may send.
 */
export async function acknowledgeAddresses({
  dataDir,
}: DeskProcess): Promise<{ own: string; other: string }> {
  const database = new DatabaseSync(join(dataDir, 'crumbtrail.sqlite'), { timeout: 5_000 })
  const read = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0]
  try {
    for (;;) {
      const key = read(KEY) // it is made with the first try
      if (key !== undefined) {
        const addressOf = (issueId: unknown) =>
          acknowledgePath(tokenOf(String(key), { messageId: 1, issueId: Number(issueId) }))
        return { own: addressOf(read(OWN)), other: addressOf(read(OTHER)) }
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    database.close()
  }
}
