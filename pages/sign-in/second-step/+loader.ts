import { redirect } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { signInPath } from '#renderer/paths.ts'

/** Without a sign-in that waits in this browser, the password is asked for again. */
export async function loader({ accounts, url }: LoaderContext) {
  const pending = await accounts.findPending()
  const next = url.searchParams.get('next') ?? undefined
  if (pending === undefined) throw redirect(signInPath(next))
  return { ...pending, toStart: signInPath(next) }
}
