import { usePageData } from '../../renderer/page-data.ts'
import * as say from '../../renderer/texts/digests.ts'
import { DigestGuide } from '../../renderer/ui/content/DigestGuide.tsx'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { DigestForm } from '../../renderer/ui/form/DigestForm.tsx'
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
