import { createIssueJob, type UpkeepOptions } from '#server/desk/issues/maintenance.ts'
import type { Blobs } from '#server/store/blobs/blobs.ts'
import { createSweepJob } from '#server/store/postgres/blobs/sweep-blobs.ts'
import type { Job } from '#server/store/postgres/jobs/job.ts'
import { createRetentionJobs } from '#server/store/postgres/jobs/retention-jobs.ts'
import { createForgettingJob } from '#server/store/postgres/memory/forget-memory.ts'

interface JobsOptions extends UpkeepOptions {
  /** The retention of projects without a number of their own. */
  retentionDays: number | undefined
  /** The bucket of BLOB_URL. It must not note blobs, because the sweep locks their rows. */
  bucket: Pick<Blobs, 'delete'> | undefined
}

/** All background jobs on PostgreSQL. With SQLite, the writer's thread and timers do the same work. */
export function createJobs({ retentionDays, bucket, ...upkeep }: JobsOptions): Job[] {
  return [
    ...createRetentionJobs(retentionDays),
    createIssueJob(upkeep),
    createSweepJob(bucket),
    createForgettingJob(),
  ]
}
