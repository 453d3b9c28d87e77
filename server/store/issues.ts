import type { Kysely } from 'kysely'
import type { Cursor } from './cursor.ts'
import { prepareQuery } from './prepared.ts'
import type { Database } from './schema.ts'

export type IssueRow = Awaited<ReturnType<typeof listIssueRows>>[number]

interface IssueFilter {
  limit: number
  cursor?: Cursor | undefined
  projectSlug?: string | undefined
}

/** Last seen first. */
export function listIssueRows(db: Kysely<Database>, { limit, cursor, projectSlug = '' }: IssueFilter) {
  const ofProject = projectSlug === '' ? issuePages.ofAll : issuePages.ofOne
  const { time = 0, id = 0 } = cursor ?? {}
  const list = cursor === undefined ? ofProject.first : ofProject.further
  return list(db, { limit, projectSlug, time, id })
}

const issuePages = {
  ofAll: {
    first: prepareIssuePage({ isOfProject: false, isFurther: false }),
    further: prepareIssuePage({ isOfProject: false, isFurther: true }),
  },
  ofOne: {
    first: prepareIssuePage({ isOfProject: true, isFurther: false }),
    further: prepareIssuePage({ isOfProject: true, isFurther: true }),
  },
}

interface PageValues extends Cursor {
  limit: number
  projectSlug: string
}

function prepareIssuePage({ isOfProject, isFurther }: { isOfProject: boolean; isFurther: boolean }) {
  return prepareQuery((db, { limit, projectSlug, time, id }: PageValues) =>
    selectIssues(db)
      .$if(isOfProject, (query) =>
        // By id, so that the index on the project serves the order too.
        query.where('issue.project_id', '=', (eb) =>
          eb.selectFrom('project as wanted').select('wanted.id').where('wanted.slug', '=', projectSlug),
        ),
      )
      .$if(isFurther, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('issue.last_seen', 'issue.id'), '<', tuple(time, id)),
        ),
      )
      .orderBy('issue.last_seen', 'desc')
      .orderBy('issue.id', 'desc')
      .limit(limit),
  )
}

export function findIssueRow(db: Kysely<Database>, issueId: number) {
  return selectIssues(db).where('issue.id', '=', issueId).executeTakeFirst()
}

function selectIssues(db: Kysely<Database>) {
  return db
    .selectFrom('issue')
    .innerJoin('project', 'project.id', 'issue.project_id')
    .select([
      'issue.id',
      'issue.project_id as projectId',
      'issue.number',
      'project.slug as projectSlug',
      'issue.type',
      'issue.value',
      'issue.culprit',
      'issue.level',
      'issue.status',
      'issue.is_unhandled as isUnhandled',
      'issue.fault',
      'issue.first_seen as firstSeen',
      'issue.last_seen as lastSeen',
      'issue.event_count as eventCount',
      'issue.user_count as userCount',
      'issue.first_release as firstRelease',
      'issue.last_release as lastRelease',
    ])
}
