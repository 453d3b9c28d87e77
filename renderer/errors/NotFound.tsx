import { digestOfPath } from '#renderer/format/digest-text.ts'
import type { Missing } from '#renderer/page/find-missing.ts'
import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import { issuesPath } from '#renderer/paths.ts'
import { notFound as say } from '#renderer/texts/errors/not-found.ts'
import { UnknownDigest } from '#renderer/ui/digest/UnknownDigest.tsx'
import { ButtonLink } from '#renderer/ui/form/Button.tsx'
import { FormPage } from '#renderer/ui/form/FormPage.tsx'
import { MissingNotice } from '#renderer/ui/page/MissingNotice.tsx'
import { PageHead } from '#renderer/ui/page/PageHead.tsx'

/** The page for an address that leads nowhere. Nothing failed, so it has no digest. */
export function NotFound() {
  const { path, viewer } = useFrame()
  // Only the server knows what used to be at the address (load-page-data.ts).
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
