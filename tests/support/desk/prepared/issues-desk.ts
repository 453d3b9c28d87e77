import { type DeskProcess, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { fillIssues } from '#tests/support/fill/fill-issues.ts'

export interface IssuesDesk {
  desk: DeskProcess
  /** The owner's session. */
  cookie: string
  stop(): Promise<void>
}

/** A desk with a full page of issues, for benches. */
export async function startIssuesDesk(): Promise<IssuesDesk> {
  const desk = await startDesk()
  await fillIssues(desk)
  return {
    desk,
    cookie: await signInForCookie(desk),
    async stop() {
      await desk.stop()
      await removeData(desk)
    },
  }
}
