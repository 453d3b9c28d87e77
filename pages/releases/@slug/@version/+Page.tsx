import { formatCount } from '../../../../renderer/format.ts'
import { useFrame, usePageData } from '../../../../renderer/page-data.ts'
import { releasesPath } from '../../../../renderer/paths.ts'
import { Crumbs, PageHead } from '../../../../renderer/ui/content/PageHead.tsx'
import { Section } from '../../../../renderer/ui/content/Section.tsx'
import { DeployTable } from '../../../../renderer/ui/release/DeployTable.tsx'
import { NewIssues } from '../../../../renderer/ui/release/NewIssues.tsx'
import { ReleaseFacts } from '../../../../renderer/ui/release/ReleaseFacts.tsx'
import type { loader } from './+loader.ts'

export default function ReleasePage() {
  const { release, issues, deploys } = usePageData<typeof loader>()
  const { now } = useFrame()
  return (
    <>
      <Crumbs
        crumbs={[
          { name: 'Releases', href: releasesPath() },
          { name: release.projectSlug, href: releasesPath({ project: release.projectSlug }), isCode: true },
        ]}
      />
      <PageHead title={release.version} intro="How it does: shares are of the last 24 hours." />
      <div style={{ display: 'grid', gap: 'var(--space-4)', maxWidth: 760 }}>
        <Section title="Facts">
          <ReleaseFacts release={release} now={now} />
        </Section>
        <Section title="New issues" note={formatCount(release.newIssueCount, 'new issue')}>
          {issues.length === 0 ? <p>No issue began with it.</p> : <NewIssues issues={issues} now={now} />}
        </Section>
        <Section title="Deploys">
          {deploys.length === 0 ? (
            <p>No deploy was reported.</p>
          ) : (
            <DeployTable deploys={deploys} now={now} />
          )}
        </Section>
      </div>
    </>
  )
}
