export const GROUPINGS = ['route', 'release', 'user', 'status', 'project'] as const

export type TraceGrouping = (typeof GROUPINGS)[number]

/** How long the traces of a list took, and which are alike: of the newest of them. Durations are in milliseconds. */
export interface TraceDistribution {
  /** How many were looked at; durations that were searched for leave none of them out. */
  sampled: number
  /** The time of the oldest that was looked at; null when all of the period were. */
  sampledSince: number | null
  /** The durations that were searched for; null when all are shown. An open end is null. */
  range: { from: number | null; to: number | null } | null
  /** How many of them are within the range. */
  chosen: number
  /** In ascending order, without gaps. */
  bins: { from: number; to: number; count: number; failed: number }[]
  p50: number
  p95: number
  /** The largest groups of the chosen ones. */
  groups: TraceGroup[]
  /** How many groups there are besides. */
  otherGroups: number
}

export interface TraceGroup {
  /** What all of the group have; null for those that have nothing of the kind. */
  value: string | null
  /** The operation of a route. */
  op: string | null
  count: number
  p50: number
  p95: number
  /** A share from 0 to 1. */
  failureRate: number
}
