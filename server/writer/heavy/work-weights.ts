import { LRUCache } from 'lru-cache'

/** How much more work what a project sends is than its bytes tell; learned from what it took so far. */
export interface WorkWeights {
  /** 1 for a project that sends what is usual, or nothing yet. */
  of(projectId: number): number
  /** What envelopes of these bytes took together. */
  learn(projectId: number, of: { envelopes: number; sizeBytes: number; workMs: number }): void
}

/** An envelope and a MiB of usual events take less, on a slow machine that does other things too. */
const USUAL_ENVELOPE_MS = 0.5
const USUAL_MIB_MS = 50
const HEAVIEST = 64
/**
 * The newest measurement has this share: a pause of the machine is soon forgotten, and so is a sender who has
 * changed.
 */
const SHARE = 0.2
const MOST_PROJECTS = 1_000

export function createWorkWeights(): WorkWeights {
  const weights = new LRUCache<number, number>({ max: MOST_PROJECTS })
  const of = (projectId: number) => weights.get(projectId) ?? 1
  return {
    of,
    learn(projectId, { envelopes, sizeBytes, workMs }) {
      const usualMs = envelopes * USUAL_ENVELOPE_MS + (sizeBytes / 2 ** 20) * USUAL_MIB_MS
      const seen = Math.min(HEAVIEST, Math.max(1, workMs / usualMs))
      const weight = of(projectId) + (seen - of(projectId)) * SHARE
      if (weight < 1.1) weights.delete(projectId)
      else weights.set(projectId, weight)
    },
  }
}
