import { render } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'

/** Reading a link changes nothing: programs that look for viruses follow the links of mails. */
export async function loader({ accounts, routeParams }: LoaderContext) {
  const link = await accounts.mailLinks.read(routeParams.token ?? '')
  if (link === undefined) throw render(404)
  return { link }
}
