import type { Refusal } from '#server/models/refusal.ts'
import type {
  GivenTracker,
  LinkedIssue,
  ListedTracker,
  TrackerKindOffered,
  TrackerOffer,
} from '#server/models/trackers/trackers.ts'

/** Other trackers of a project, and which of their issues ours are linked to. */
export interface DeskTrackers extends TrackerSettingsOfProject, TrackerIssues {}

/** `hookSecret` is shown once: it is made with the token, and anew on request; null where it stays. */
export interface SavedTracker {
  name: string
  hookSecret: string | null
}

export interface TrackerSettingsOfProject {
  listKinds(): readonly TrackerKindOffered[]
  /** Those of a project, the oldest first. */
  list(projectSlug: string): Promise<ListedTracker[]>
  add(projectSlug: string, kind: string, given: GivenTracker): Promise<SavedTracker | Refusal>
  /** Refused where somebody changed it since `version`. */
  change(
    projectSlug: string,
    id: number,
    given: GivenTracker & { version: string },
  ): Promise<SavedTracker | Refusal>
  /** The old secret stops working. */
  renewSecret(projectSlug: string, id: number): Promise<SavedTracker | Refusal>
  /** Its links are removed; its issues stay. */
  remove(projectSlug: string, id: number): Promise<{ name: string } | Refusal>
  /** Asks the tracker for the repository, and gives the name by which it knows it. */
  test(projectSlug: string, id: number): Promise<{ name: string } | Refusal>
}

export interface TrackerIssues {
  /** What can be made of an issue elsewhere. */
  listOffers(issueId: number): Promise<TrackerOffer[]>
  listLinked(issueId: number): Promise<LinkedIssue[]>
  /** Makes an issue there, and links it. */
  createIssue(issueId: number, trackerId: number): Promise<{ name: string; url: string } | Refusal>
  /** Links an issue that is there, by its address. */
  link(issueId: number, address: string): Promise<{ name: string; url: string } | Refusal>
  /** The tracker's issue stays as it is. */
  unlink(issueId: number, linkId: number): Promise<{ name: string } | Refusal>
  /** Tells the tracker once more what became of our issue. */
  retry(issueId: number, linkId: number): Promise<{ name: string } | Refusal>
}
