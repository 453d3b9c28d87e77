import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import { issuesPath, releasePath, releasesPath } from '#renderer/paths.ts'
import * as say from '#renderer/texts/releases.ts'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { WithAside } from '#renderer/ui/page/WithAside.tsx'
import { CommitTable } from '#renderer/views/release/CommitTable.tsx'
import { DeployTable } from '#renderer/views/release/DeployTable.tsx'
import { NewIssues } from '#renderer/views/release/NewIssues.tsx'
import { ReleaseFacts } from '#renderer/views/release/ReleaseFacts.tsx'
import { ReleaseStats } from '#renderer/views/release/ReleaseStats.tsx'
import type { loader } from './+loader.ts'
import styles from './release.module.css'

export default function ReleasePage() {
  const data = usePageData<typeof loader>()
  const { release, before, healthOf, issues, regressed, deploys } = data
  const { now } = useFrame()
  const query = `release:${JSON.stringify(release.version)}`
  return (
    <>
      <Crumbs
        crumbs={[
          { name: say.title, href: releasesPath() },
          { name: release.projectSlug, href: releasesPath({ project: release.projectSlug }), isCode: true },
        ]}
      />
      <PageHead
        title={release.version}
        {...(before !== null && {
          intro: (
            <>
              {say.comparedWith[0]}
              <a href={releasePath(before.projectSlug, before.version)}>
                <bdi>{before.version}</bdi>
              </a>
              {say.comparedWith[1]}
            </>
          ),
        })}
      />
      <WithAside
        lead={<ReleaseStats release={release} before={before} of={healthOf} />}
        aside={
          <Section title={say.facts}>
            <div className={styles.facts}>
              <ReleaseFacts release={release} now={now} />
            </div>
          </Section>
        }
      >
        <Section
          title={say.newIssues}
          {...(release.newIssueCount > 0 && { note: say.countNew(release.newIssueCount) })}
          aside={<a href={issuesPath({ project: release.projectSlug, query })}>{say.allIssues}</a>}
        >
          <NewIssues issues={issues} now={now} empty={say.noNewIssues} />
        </Section>
        <Section title={say.regressed}>
          <NewIssues issues={regressed} now={now} empty={say.noRegressed} />
        </Section>
        <Section
          title={say.commits.title}
          {...(data.commitCount > 0 && { note: say.commits.count(data.commitCount, data.commits.length) })}
        >
          {data.commitCount === 0 ? (
            <NoCommits version={release.version} />
          ) : (
            <CommitTable {...data} now={now} />
          )}
        </Section>
        <Section title={say.deploys}>
          <DeployTable deploys={deploys} now={now} empty={say.noDeploys} />
        </Section>
      </WithAside>
    </>
  )
}

/** Says how commits are reported: few know that a release can have them. */
function NoCommits({ version }: { version: string }) {
  return (
    <p className={styles.noCommits}>
      {say.commits.none} {say.commits.how}{' '}
      <code>
        <bdi>{say.commits.command(JSON.stringify(version))}</bdi>
      </code>
    </p>
  )
}
