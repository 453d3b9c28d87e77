import { redirect } from 'vike/abort'
import type { LoaderContext } from '#renderer/page/loader.ts'
import { channelsPath } from '#renderer/paths.ts'

/** Without a kind there is nothing to fill in, so that the page leads to their list. */
export async function loader({ desk, url }: LoaderContext) {
  const asked = url.searchParams.get('kind')
  const offered = desk.alerts.channels.listKinds().find(({ kind }) => kind === asked)
  if (offered === undefined || offered.missing !== undefined) throw redirect(channelsPath)
  return { kind: offered.kind, label: offered.label, fields: offered.fields }
}
