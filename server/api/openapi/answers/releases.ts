import * as v from 'valibot'
import { flag, number, numberOrNull, text, textOrNull, timeOrNull } from './common.ts'
import { projectReference } from './organization.ts'

const author = v.object({ name: text, email: textOrNull })

export const deployAnswer = v.object({
  id: text,
  environment: text,
  name: textOrNull,
  url: textOrNull,
  dateStarted: timeOrNull,
  dateFinished: timeOrNull,
})

/** Shares are percents, of the last 24 hours or of the period that was asked for. */
const projectOfRelease = v.object({
  ...projectReference.entries,
  newGroups: number,
  regressedGroups: number,
  eventCount: number,
  userCount: number,
  hasHealthData: flag,
  healthData: v.object({
    adoption: numberOrNull,
    crashFreeSessions: numberOrNull,
    crashFreeUsers: numberOrNull,
    totalSessions24h: number,
  }),
})

/** A release in each project that has it; lists have one for each project. */
export const releaseAnswer = v.object({
  id: text,
  version: text,
  shortVersion: text,
  versionInfo: v.object({
    package: textOrNull,
    version: v.object({ raw: text }),
    buildHash: textOrNull,
    description: text,
  }),
  status: v.picklist(['open', 'archived']),
  ref: textOrNull,
  url: textOrNull,
  dateCreated: timeOrNull,
  dateReleased: timeOrNull,
  firstEvent: timeOrNull,
  lastEvent: timeOrNull,
  newGroups: number,
  commitCount: number,
  lastCommit: v.nullable(v.object({ id: text, message: text, dateCreated: timeOrNull, author })),
  authors: v.array(author),
  deployCount: number,
  lastDeploy: v.nullable(deployAnswer),
  adoption: numberOrNull,
  crashFreeSessions: numberOrNull,
  crashFreeUsers: numberOrNull,
  projects: v.array(projectOfRelease),
})

/** An empty object where no release before has commits. */
export const previousReleaseAnswer = v.union([releaseAnswer, v.object({})])

const commit = {
  id: text,
  message: text,
  dateCreated: timeOrNull,
  author,
  repository: v.nullable(v.object({ name: text })),
  pullRequest: v.null(),
  suspectCommitType: text,
  releases: v.array(v.unknown()),
}

export const commitAnswer = v.object(commit)

/** A file that a commit changed; `type` is Git's letter. */
export const commitFileAnswer = v.object({
  filename: text,
  type: text,
  commitMessage: text,
  repoName: textOrNull,
  commit: text,
  author,
})

export const committersAnswer = v.object({
  committers: v.array(
    v.object({
      author,
      /** `filename` is what the commit and the stack have in common. */
      commits: v.array(v.object({ ...commit, filename: text })),
      group_owner_id: v.null(),
    }),
  ),
})
