import { useFrame, usePageData } from '../../renderer/page-data.ts'
import { releasesPath } from '../../renderer/paths.ts'
import { EmptyState } from '../../renderer/ui/content/EmptyState.tsx'
import { PageHead } from '../../renderer/ui/content/PageHead.tsx'
import { Pagination } from '../../renderer/ui/content/Pagination.tsx'
import { ReleaseTable } from '../../renderer/ui/release/ReleaseTable.tsx'
import type { loader } from './+loader.ts'

export default function ReleasesPage() {
  const { releases, nextCursor, project, isFirstPage } = usePageData<typeof loader>()
  const { now } = useFrame()
  const filter = project === null ? {} : { project }
  return (
    <>
      <PageHead
        title="Releases"
        intro="What your applications run, and how each version does: shares are of the last 24 hours."
      />
      {releases.length === 0 ? <NoReleases /> : <ReleaseTable releases={releases} now={now} />}
      <Pagination
        newest={isFirstPage ? undefined : releasesPath(filter)}
        older={nextCursor === null ? undefined : releasesPath({ ...filter, cursor: nextCursor })}
      />
    </>
  )
}

function NoReleases() {
  return (
    <EmptyState title="No release here">
      <p>
        A release is there with its first event or session: set <code>release</code> where your application
        starts its SDK.
      </p>
    </EmptyState>
  )
}
