import { usePageData } from '#renderer/page/page-data.ts'
import { IssueView } from '../../IssueView.tsx'
import type { loader } from './+loader.ts'

export default function EventPage() {
  return <IssueView {...usePageData<typeof loader>()} />
}
