import type { Listing } from '#server/models/listing.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type {
  CheckAnswer,
  CheckDetail,
  GivenCheck,
  ListedCheck,
  ListedResult,
} from '#server/models/uptime/checks.ts'

/** What is asked over HTTP at intervals. */
export interface DeskUptime {
  /** Lists checks: those that are down first, then by name. */
  list(filter: { project: string | undefined; isWithoutOwn?: boolean }): Promise<ListedCheck[]>
  find(id: number): Promise<CheckDetail | undefined>
  /** Lists results of a check, the newest first. */
  listResults(
    id: number,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<Listing<ListedResult>>
  create(given: GivenCheck): Promise<{ id: number; name: string; projectSlug: string } | Refusal>
  /** Refused where somebody changed it since `version`. */
  change(id: number, given: GivenCheck, version: number): Promise<{ name: string } | Refusal>
  pause(id: number, isPaused: boolean): Promise<{ name: string } | Refusal>
  delete(id: number): Promise<{ name: string } | Refusal>
  /** Asks once, now. It counts for nothing. */
  checkNow(id: number): Promise<CheckAnswer | Refusal>
}
