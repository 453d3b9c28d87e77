import type { LoaderContext } from '#renderer/page/loader.ts'

export async function loader({ accounts, now }: LoaderContext) {
  return { account: await accounts.openOwn().read(), now }
}
