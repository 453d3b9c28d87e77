import type { LoaderContext } from '#renderer/page/loader.ts'
import { ownAccountPath, providerPath } from '#renderer/paths.ts'

export async function loader({ accounts, now }: LoaderContext) {
  const { identities, ...account } = await accounts.openOwn().read()
  const { providerName: name, issuer } = accounts.provider
  const isLinked = identities.some((each) => each.issuer === issuer)
  return {
    account,
    identities: identities.map((each) => ({
      ...each,
      name: each.issuer === issuer && name !== undefined ? name : new URL(each.issuer).hostname,
    })),
    toLink: name === undefined || isLinked ? null : { name, href: providerPath(ownAccountPath) },
    now,
  }
}
