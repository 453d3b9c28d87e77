import type { DeskProcess } from './desk-process.ts'
import { sendEvent } from './send-event.ts'

/** A project with fifty issues: a full first page of the list. */
export async function fillIssues(desk: DeskProcess): Promise<void> {
  const { dsn } = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')) as { dsn: string } // our own CLI
  for (let issue = 0; issue < 50; issue++) {
    await sendEvent(dsn, { exception: { values: [{ type: `Error${letters(issue)}`, value: 'no price' }] } })
  }
}

/** Issues that differ in a number are one issue. */
function letters(number: number): string {
  return String.fromCharCode(65 + (number % 26), 65 + Math.floor(number / 26))
}
