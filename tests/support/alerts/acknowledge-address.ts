import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { acknowledgePath } from '#renderer/paths.ts'
import { tokenOf } from '#server/accounts/links/acknowledge-links.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'

/** The address by which the issue of the first message is acknowledged: what its receiver would have got. */
export async function acknowledgeAddress({ dataDir }: DeskProcess): Promise<string> {
  const database = new DatabaseSync(join(dataDir, 'crumbtrail.sqlite'), { timeout: 5_000 })
  const read = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0]
  try {
    for (;;) {
      const key = read("select value from setting where key = 'secret_alert_links'") // made with the first try
      const issueId = read('select issue_id from alert_item where message_id = 1')
      if (key !== undefined && issueId !== undefined)
        return acknowledgePath(tokenOf(String(key), { messageId: 1, issueId: Number(issueId) }))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    database.close()
  }
}
