import type { LoaderContext } from '#renderer/page/loader.ts'
import { providerPath, safeReturnPath } from '#renderer/paths.ts'
import { problemOf } from '#renderer/texts/sign-in/provider.ts'

export function loader({ accounts, url }: LoaderContext) {
  const name = accounts.provider.providerName
  const next = safeReturnPath(url.searchParams.get('next'))
  return {
    canHavePasskeys: accounts.canHavePasskeys,
    provider:
      name === undefined ? null : { name, href: providerPath(next), isMain: accounts.provider.isForAll },
    problem: (name !== undefined && problemOf(url.searchParams.get('problem'), name)) || null,
  }
}
