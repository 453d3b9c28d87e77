import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { projectPath, projectsPath } from '#renderer/paths.ts'
import { title as projects } from '#renderer/texts/account/projects.ts'
import { intro, title } from '#renderer/texts/account/source-maps.ts'
import { ActionNotice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { CoverageSection } from '#renderer/views/sourcemaps/CoverageSection.tsx'
import { HostedMaps } from '#renderer/views/sourcemaps/HostedMaps.tsx'
import { SourceMapSetUp } from '#renderer/views/sourcemaps/SourceMapSetUp.tsx'
import { UploadTable } from '#renderer/views/sourcemaps/UploadTable.tsx'
import type { action } from './+action.ts'
import type { loader } from './+loader.ts'

export default function SourceMapsPage() {
  const { project, overview, address } = usePageData<typeof loader>()
  const { now } = useFrame()
  const isAdmin = useMay('admin')
  const result = useActionResult<typeof action>()
  return (
    <>
      <Crumbs
        crumbs={[
          { name: projects, href: projectsPath },
          { name: project.slug, href: projectPath(project.slug), isCode: true },
        ]}
      />
      <PageHead title={title} intro={intro} />
      <div style={{ display: 'grid', gap: 'var(--space-4)', maxWidth: 960 }}>
        <ActionNotice result={result} />
        <CoverageSection coverage={overview.coverage} />
        <UploadTable {...overview} now={now} isReadOnly={!isAdmin} />
        <HostedMaps {...overview.hosted} now={now} result={result} isReadOnly={!isAdmin} />
        <SourceMapSetUp
          project={project.slug}
          address={address}
          isReadOnly={!isAdmin}
          token={result?.kind === 'done' ? result.value?.token : undefined}
        />
      </div>
    </>
  )
}
