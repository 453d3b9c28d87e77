import { usePageData } from '#renderer/page/page-data.ts'
import * as say from '#renderer/texts/issues/digests.ts'
import { DigestForm } from '#renderer/ui/digest/DigestForm.tsx'
import { DigestGuide } from '#renderer/ui/digest/DigestGuide.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'
import type { loader } from './+loader.ts'

export default function DigestsPage() {
  const { asked, refusal } = usePageData<typeof loader>()
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      <DigestForm asked={asked} refusal={refusal ?? undefined} />
      <DigestGuide />
    </>
  )
}
