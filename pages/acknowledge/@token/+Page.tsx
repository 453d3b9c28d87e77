import { usePageData } from '#renderer/page/page-data.ts'
import { AcknowledgePage } from '#renderer/views/acknowledge/AcknowledgePage.tsx'
import type { loader } from './+loader.ts'

export default function Acknowledge() {
  return <AcknowledgePage {...usePageData<typeof loader>()} />
}
