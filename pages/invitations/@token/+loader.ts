import type { LoaderContext } from '#renderer/page/loader.ts'
import { providerPath } from '#renderer/paths.ts'

export async function loader({ accounts, routeParams }: LoaderContext) {
  const name = accounts.provider.providerName
  return {
    link: await accounts.links.read('invitation', routeParams.token ?? ''),
    // The provider says whose address it is, and the invitation is found by that.
    provider: name === undefined ? null : { name, href: providerPath(), isMain: accounts.provider.isForAll },
  }
}
