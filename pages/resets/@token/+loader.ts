import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ accounts, routeParams }: LoaderContext) {
  return { link: await accounts.links.read('reset', routeParams.token ?? '') }
}
