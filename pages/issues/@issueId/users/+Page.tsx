import { useFrame, usePageData } from '#renderer/page/page-data.ts'
import { issuePath, issuesPath, issueUsersPath } from '#renderer/paths.ts'
import { title as issues } from '#renderer/texts/issues/issue-list.ts'
import * as say from '#renderer/texts/issues/users.ts'
import { Crumbs, PageHead } from '#renderer/ui/page/PageHead.tsx'
import { Section } from '#renderer/ui/page/Section.tsx'
import { AffectedUserTable } from '#renderer/views/user/AffectedUserTable.tsx'
import type { loader } from './+loader.ts'

export default function IssueUsersPage() {
  const { issue, order, users, userCount, otherEventCount } = usePageData<typeof loader>()
  const { now } = useFrame()
  return (
    <>
      <Crumbs
        crumbs={[
          { name: issues, href: issuesPath() },
          { name: issue.projectSlug, href: issuesPath({ project: issue.projectSlug }) },
          { name: issue.shortId, isCode: true, href: issuePath(issue.id) },
        ]}
      />
      <PageHead title={say.title} intro={say.intro(users.length, userCount)} />
      <Section
        title={issue.type}
        {...(otherEventCount > 0 && { note: say.others(otherEventCount) })}
        aside={(['recent', 'events'] as const).map((each) =>
          each === order ? (
            <b key={each}>{say.orders[each]}</b>
          ) : (
            <a key={each} href={issueUsersPath(issue.id, each === 'recent' ? {} : { sort: each })}>
              {say.orders[each]}
            </a>
          ),
        )}
      >
        <AffectedUserTable users={users} issue={issue} now={now} />
      </Section>
    </>
  )
}
