import { redirect } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { signInPath } from '#renderer/paths.ts'

/** Where the provider has signed in nobody, everybody begins with the first step. */
export async function loader({ accounts, url }: LoaderContext) {
  const proven = await accounts.provider.findProven()
  const next = url.searchParams.get('next') ?? undefined
  if (proven === undefined) throw redirect(signInPath(next))
  return { ...proven, name: accounts.provider.providerName ?? '', toStart: signInPath(next) }
}
