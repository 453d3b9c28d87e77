import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'

export type OwnershipSetting = ProjectSettings['ownership']

/** Something about a line of the rules, the CODEOWNERS file or the list of its names, for the end of a sentence. */
export interface OwnershipNote {
  text: 'rules' | 'codeowners' | 'names'
  /** It counts from 1. */
  line: number
  message: string
}

export interface ShownOwnership {
  value: OwnershipSetting
  /** By which a form notices that somebody else changed it. */
  version: string
  /** Lines that do nothing: names of nobody, and what CODEOWNERS cannot say. */
  notes: OwnershipNote[]
}

/** What a form or a client gives of the setting; the rest stays. */
export type GivenOwnership = Partial<
  Pick<OwnershipSetting, 'rules' | 'codeowners' | 'names' | 'isAutoAssigning' | 'isActive'>
>

/** The last issues that each rule would take. */
export interface OwnershipPreview {
  /** How many issues were tried: the newest event of each. */
  tried: number
  /** Rules that take none are listed too, in their order. */
  rules: {
    rule: string
    owners: readonly string[]
    issues: { id: number; shortId: string; type: string; value: string }[]
  }[]
  notes: OwnershipNote[]
}

/** Who owns an event by the rules, and why. */
export interface SuggestedOwner {
  assignee: Assignee
  rule: string
}
