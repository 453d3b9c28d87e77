import { letters } from '#tests/support/browser/letters.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import type { DeskProcess } from '#tests/support/desk/desk-process.ts'
import { sendEvent } from './send-event.ts'

/** How many rows a full first page of the list has. */
export const issueCount = 50

/** A project with as many issues. */
export async function fillIssues(desk: DeskProcess): Promise<void> {
  const { dsn } = await addProject(desk, 'Shop')
  for (let issue = 0; issue < issueCount; issue++) {
    await sendEvent(dsn, { exception: { values: [{ type: `Error${letters(issue)}`, value: 'no price' }] } })
  }
}
