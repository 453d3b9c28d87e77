import { usePageData } from '#renderer/page/page-data.ts'
import { reset } from '#renderer/texts/account/links.ts'
import { LinkPage } from '#renderer/views/account/LinkPage.tsx'
import type { loader } from './+loader.ts'

export default function ResetPage() {
  const { link } = usePageData<typeof loader>()
  return <LinkPage link={link} texts={reset} />
}
