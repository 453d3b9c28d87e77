import { letters } from '#tests/support/browser/letters.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sendEvent } from './send-event.ts'

/** How many rows a full first page of the list has. */
export const issueCount = 50

/** A project with as many issues. */
export async function fillIssues(desk: DeskProcess): Promise<void> {
  const { dsn } = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')) as { dsn: string } // our own CLI
  for (let issue = 0; issue < issueCount; issue++) {
    await sendEvent(dsn, { exception: { values: [{ type: `Error${letters(issue)}`, value: 'no price' }] } })
  }
}
