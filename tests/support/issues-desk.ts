import { type DeskProcess, removeData, startDesk } from './desk-process.ts'
import { fillIssues } from './fill-issues.ts'
import { signInForCookie } from './sign-in-for-cookie.ts'

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
