import { digestOfPath } from './digest-text.ts'
import type { Missing } from './find-missing.ts'
import { useFrame, usePageData } from './page-data.ts'
import { issuesPath } from './paths.ts'
import { notFound as say } from './texts/not-found.ts'
import { MissingNotice } from './ui/content/MissingNotice.tsx'
import { PageHead } from './ui/content/PageHead.tsx'
import { UnknownDigest } from './ui/content/UnknownDigest.tsx'
import { ButtonLink } from './ui/form/Button.tsx'
import { FormPage } from './ui/form/FormPage.tsx'

/** An address that leads nowhere: nothing failed, so there is no digest. */
export function NotFound() {
  const { path, viewer } = useFrame()
  // what stood at the address: load-page-data.ts; the browser by itself does not know
  const page = usePageData<() => { missing: Missing } | undefined>()
  if (page?.missing) return <MissingNotice {...page.missing} />
  const isSignedIn = viewer !== undefined
  const digest = digestOfPath(path)
  if (isSignedIn && digest !== undefined) return <UnknownDigest digest={digest} />
  const way = <ButtonLink href={issuesPath()}>{say.way}</ButtonLink>
  if (!isSignedIn) {
    return (
      <FormPage title={say.title} intro={say.intro}>
        {way}
      </FormPage>
    )
  }
  return (
    <>
      <PageHead title={say.title} intro={say.intro} />
      {way}
    </>
  )
}
