import { type DeskProcess, owner } from './desk-process.ts'

/** The session cookie of the owner, as a browser would send it back: a new session, which may be ended. */
export async function signInForCookie(desk: DeskProcess): Promise<string> {
  const response = await fetch(`${desk.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: desk.url },
    body: new URLSearchParams({ ...owner }),
  })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return cookies.find((cookie) => cookie.startsWith('crumbtrail_session=')) ?? ''
}

const sessions = new WeakMap<DeskProcess, Promise<string>>()

/** The same cookie for whoever asks of this desk: checking a password is slow by design. Nobody may sign out with it. */
export function sessionOf(desk: DeskProcess): Promise<string> {
  const known = sessions.get(desk) ?? signInForCookie(desk)
  sessions.set(desk, known)
  return known
}
