import type { Generated } from 'kysely'
import type { CheckMethod, CheckState } from '#server/models/uptime/checks.ts'

/** What is asked over HTTP at intervals, and what was answered. */
export interface UptimeTables {
  uptime_check: UptimeCheckTable
  uptime_result: UptimeResultTable
  uptime_hour: UptimeHourTable
  uptime_incident: UptimeIncidentTable
}

interface UptimeCheckTable {
  id: Generated<number>
  project_id: number
  name: string
  url: string
  method: CheckMethod
  /** JSON: `[[name, value]]`. The values are never shown. */
  headers: string
  body: string
  expects: string
  contains: string
  lacks: string
  timeout_ms: number
  every_minutes: number
  /** Where in each of its intervals it is due, so that checks are not all asked in one second. */
  phase_ms: number
  is_paused: Generated<number>
  created_at: number
  created_by: number | null
  version: Generated<number>
  state: Generated<CheckState>
  /** Since when it is in its state. */
  state_since: number
  /** When a try failed that a second one has not confirmed yet. */
  suspected_at: Generated<number | null>
  next_at: number
  /** Whoever asks has so long before another process may. It is also the mark of that turn. */
  leased_until: Generated<number | null>
  checked_at: Generated<number | null>
  certificate_ends_at: Generated<number | null>
  /** The end of the certificate that was warned of. */
  certificate_told: Generated<number | null>
}

/** One check: its second try, where there was one, decides. */
interface UptimeResultTable {
  id: Generated<number>
  project_id: number
  check_id: number
  at: number
  is_up: number
  tries: number
  status: number | null
  reason: string | null
  dns_ms: number | null
  connect_ms: number | null
  tls_ms: number | null
  first_byte_ms: number | null
  total_ms: number
  trace_id: string
}

interface UptimeHourTable {
  project_id: number
  check_id: number
  /** Hours since the epoch. */
  hour: number
  up_count: number
  down_count: number
  /** The sum of the times of those that were up, for their mean. */
  total_ms: number
}

interface UptimeIncidentTable {
  id: Generated<number>
  project_id: number
  check_id: number
  began_at: number
  /** Null while it lasts. */
  ended_at: Generated<number | null>
  /** What was wrong first. */
  reason: string
  /** Why it ended: it was `paused` or `changed` while it was down. */
  ended_by: Generated<'recovered' | 'paused' | 'changed' | null>
}
