import { usePageData } from '#renderer/page/page-data.ts'
import type { loader } from './+loader.ts'
import { IssueView } from './IssueView.tsx'

export default function IssuePage() {
  return <IssueView {...usePageData<typeof loader>()} />
}
