import { type DeskProcess, removeData, startDesk } from './desk-process.ts'
import { sendEvent } from './send-event.ts'
import { signInForCookie } from './sign-in-for-cookie.ts'

/** How many rows the issues page has. */
export const issueCount = 50

export interface IssuesDesk {
  desk: DeskProcess
  /** The owner's session. */
  cookie: string
  stop(): Promise<void>
}

/** A desk with a full page of issues, for benches. */
export async function startIssuesDesk(): Promise<IssuesDesk> {
  const desk = await startDesk()
  const { dsn } = JSON.parse(await desk.cli('project', 'add', 'Shop', '--json')) as { dsn: string } // our own CLI
  for (let issue = 0; issue < issueCount; issue++) {
    await sendEvent(dsn, { exception: { values: [{ type: `Error${letters(issue)}`, value: 'no price' }] } })
  }
  return {
    desk,
    cookie: await signInForCookie(desk),
    async stop() {
      await desk.stop()
      await removeData(desk)
    },
  }
}

/** Issues that differ in a number are one issue. */
function letters(number: number): string {
  return String.fromCharCode(65 + (number % 26), 65 + Math.floor(number / 26))
}
