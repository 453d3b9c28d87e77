import { useFollowing } from '#renderer/enhance/follow-page.ts'
import { useMay } from '#renderer/forms/use-may.ts'
import { useActionResult, useFrame, usePageData } from '#renderer/page/page-data.ts'
import { issuesPath, projectsPath, sourceMapsPath } from '#renderer/paths.ts'
import { createdBefore, openIssues, title } from '#renderer/texts/account/projects.ts'
import { title as sourceMaps } from '#renderer/texts/account/source-maps.ts'
import { going, title as settings } from '#renderer/texts/settings/project-settings.ts'
import { Snippet } from '#renderer/ui/content/Snippet.tsx'
import { Time } from '#renderer/ui/content/Time.tsx'
import { ActionNotice, Notice } from '#renderer/ui/form/Notice.tsx'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Arrival } from '#renderer/views/project/Arrival.tsx'
import { DemoRemoval } from '#renderer/views/project/DemoRemoval.tsx'
import { ProjectAccess } from '#renderer/views/project/ProjectAccess.tsx'
import { SetUpGuide } from '#renderer/views/project/SetUpGuide.tsx'
import { projectSettingsPath } from '#renderer/views/project/settings/paths.ts'
import { DiskTable } from '#renderer/views/usage/DiskTable.tsx'
import type { loader } from './+loader.ts'

export default function ProjectPage() {
  const { project, usage, latest, access, teams, platform } = usePageData<typeof loader>()
  const { now } = useFrame()
  const result = useActionResult()
  const isAdmin = useMay('admin')
  useFollowing(latest === null ? { kind: 'events', project: project.slug } : undefined)
  return (
    <>
      <Crumbs
        crumbs={[
          { name: title, href: projectsPath },
          { name: project.slug, isCode: true },
        ]}
      />
      <PageHead
        title={project.name}
        intro={
          <>
            <a href={issuesPath({ project: project.slug })}>{openIssues(project.openIssueCount)}</a>
            {createdBefore}
            <Time time={project.createdAt} now={now} />
            {' · '}
            <a href={sourceMapsPath(project.slug)}>{sourceMaps}</a>
            {isAdmin && (
              <>
                {' · '}
                <a href={projectSettingsPath(project.slug)}>{settings}</a>
              </>
            )}
          </>
        }
      />
      <div style={{ display: 'grid', gap: 'var(--space-4)', maxWidth: 760 }}>
        <ActionNotice result={result} />
        {project.isGoing && <Notice tone="warning">{going}</Notice>}
        <Arrival latest={latest} now={now} isReadOnly={!useMay('member')} />
        <Snippet name="DSN" code={project.dsn} />
        <SetUpGuide dsn={project.dsn} platform={platform} isOpen={latest === null} />
        <DiskTable use={usage} isOfOne />
        {access !== null && <ProjectAccess access={access} teams={teams} />}
        {isAdmin && project.isDemo && <DemoRemoval use={usage} />}
      </div>
    </>
  )
}
