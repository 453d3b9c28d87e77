import { digestOfPath } from './digest-text.ts'
import { useFrame } from './page-data.ts'
import { issuesPath } from './paths.ts'
import { PageHead } from './ui/content/PageHead.tsx'
import { UnknownDigest } from './ui/content/UnknownDigest.tsx'
import { ButtonLink } from './ui/form/Button.tsx'
import { FormPage } from './ui/form/FormPage.tsx'

/** An address that leads nowhere: nothing failed, so there is no digest. */
export function NotFound() {
  const { path, viewer } = useFrame()
  const isSignedIn = viewer !== undefined
  const digest = digestOfPath(path)
  if (isSignedIn && digest !== undefined) return <UnknownDigest digest={digest} />
  const intro = 'Nothing stands at this address. It may have been deleted, or the link is incomplete.'
  const way = <ButtonLink href={issuesPath()}>Go to the issues</ButtonLink>
  if (!isSignedIn) {
    return (
      <FormPage title="Page not found" intro={intro}>
        {way}
      </FormPage>
    )
  }
  return (
    <>
      <PageHead title="Page not found" intro={intro} />
      {way}
    </>
  )
}
