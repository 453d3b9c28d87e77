import type { LoaderContext } from '#renderer/page/loader.ts'

export function loader({ accounts }: LoaderContext) {
  return { isOffered: accounts.forgottenPassword.isOffered }
}
