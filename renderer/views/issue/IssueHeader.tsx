import type { ReactNode } from 'react'
import { clipText } from '#renderer/format/format.ts'
import { issuePath, issuesPath } from '#renderer/paths.ts'
import { stack as say } from '#renderer/texts/issues/event.ts'
import { title as issues } from '#renderer/texts/issues/issue-list.ts'
import { Tag } from '#renderer/ui/content/Tag.tsx'
import { Crumbs } from '#renderer/ui/page/PageHead.tsx'
import type { IssueDetail } from '#server/models/issues.ts'
import { IssueFacts } from './IssueFacts.tsx'
import styles from './IssueHeader.module.css'
import { LevelDot } from './list/LevelDot.tsx'
import { isNew, StateTags } from './list/StateTags.tsx'

interface IssueHeaderProps {
  issue: IssueDetail
  now: number
  /** The id of the shown event, if the page is about one. */
  eventId?: string
  /** The actions, at the other end of the title. */
  actions?: ReactNode
}

export function IssueHeader({ issue, now, eventId, actions }: IssueHeaderProps) {
  return (
    <header className={styles.head}>
      <Crumbs
        crumbs={[
          { name: issues, href: issuesPath() },
          { name: issue.projectSlug, href: issuesPath({ project: issue.projectSlug }) },
          eventId === undefined
            ? { name: issue.shortId, isCode: true }
            : { name: issue.shortId, isCode: true, href: issuePath(issue.id) },
          ...(eventId === undefined ? [] : [{ name: eventId.slice(0, 8), isCode: true }]),
        ]}
      />
      <div className={styles.title}>
        <div className={styles.what}>
          <div className={styles.line}>
            <LevelDot level={issue.level} />
            <h1 title={clipText(issue.type, 300)}>
              <bdi>{clipText(issue.type, 300)}</bdi>
            </h1>
            <StateTags issue={issue} asNew={isNew(issue, now)} />
            {issue.isUnhandled && <Tag>{say.unhandled}</Tag>}
          </div>
          <p className={styles.message}>
            <bdi>{clipText(issue.value, 400)}</bdi>
          </p>
          <IssueFacts issue={issue} />
        </div>
        {actions}
      </div>
    </header>
  )
}
