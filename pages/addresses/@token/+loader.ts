import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ accounts, routeParams }: LoaderContext) {
  return { link: await accounts.addressLinks.read(routeParams.token ?? '') }
}
