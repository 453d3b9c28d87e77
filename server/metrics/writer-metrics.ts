import type { Commit } from '#server/writer/writer.ts'
import { createCounter, createHistogram } from './counters.ts'
import type { MetricFamily } from './text-format.ts'

const BATCH_ENVELOPES = [1, 2, 5, 10, 25, 50, 100, 256]
const BATCH_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Told by the writer of what it does. */
export interface WriterMetrics {
  /** Envelopes that were written together, answered or not; none when only counts were written. */
  noteBatch(envelopes: number, durationMs: number): void
  /** The writer's thread ended and a new one takes its place. */
  noteRestart(): void
  noteCommit(commit: Pick<Commit, 'outcomes'>): void
  families(): MetricFamily[]
}

export function createWriterMetrics(): WriterMetrics {
  const outcomes = createCounter(
    'crumbtrail_outcomes_total',
    'Items received, or reported by SDKs as discarded, since the process started, by outcome.',
  )
  const envelopes = createHistogram('crumbtrail_batch_envelopes', 'Envelopes per batch.', BATCH_ENVELOPES)
  const seconds = createHistogram(
    'crumbtrail_batch_duration_seconds',
    'Time from handing a batch to the writer to its answer: processing and the commit to disk.',
    BATCH_SECONDS,
  )
  const restarts = createCounter(
    'crumbtrail_writer_restarts_total',
    'Restarts of the writer thread after a failure.',
  )
  restarts.add({}, 0)
  return {
    noteBatch(count, durationMs) {
      if (count > 0) envelopes.observe(count)
      seconds.observe(durationMs / 1000)
    },
    noteRestart: () => restarts.add({}),
    noteCommit(commit) {
      for (const { projectId, category, outcome, reason, quantity } of commit.outcomes) {
        outcomes.add({ project: String(projectId), category, outcome, reason }, quantity)
      }
    },
    families: () => [outcomes.family(), envelopes.family(), seconds.family(), restarts.family()],
  }
}
