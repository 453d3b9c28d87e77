import { type DeskProcess, owner } from './desk-process.ts'

/** The session cookie of the owner, as a browser would send it back. */
export async function signInForCookie(desk: DeskProcess): Promise<string> {
  const response = await fetch(`${desk.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: desk.url },
    body: new URLSearchParams({ ...owner }),
  })
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
