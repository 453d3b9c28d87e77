import { usePageData } from '../../renderer/page-data.ts'
import { DigestGuide } from '../../renderer/ui/content/DigestGuide.tsx'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { DigestForm } from '../../renderer/ui/form/DigestForm.tsx'
import type { loader } from './+loader.ts'

export default function DigestsPage() {
  const { asked, refusal } = usePageData<typeof loader>()
  return (
    <>
      <PageHead
        title="Digests"
        intro="The code on a visitor’s error screen leads to what happened to that visitor."
      />
      <DigestForm asked={asked} refusal={refusal ?? undefined} />
      <DigestGuide />
    </>
  )
}
