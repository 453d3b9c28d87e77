import { usePageData } from '#renderer/page/page-data.ts'
import { invitation } from '#renderer/texts/account/links.ts'
import { LinkPage } from '#renderer/views/account/LinkPage.tsx'
import type { loader } from './+loader.ts'

export default function InvitationPage() {
  const { link, provider } = usePageData<typeof loader>()
  return <LinkPage link={link} texts={invitation} asksName provider={provider} />
}
