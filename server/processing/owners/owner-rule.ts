import type { CodeownersPath } from './codeowners-path.ts'
import type { Glob } from './glob.ts'

/** What a rule looks at, and how it is compared. */
export type OwnerMatcher =
  | { kind: 'path' | 'url' | 'module'; glob: Glob }
  | { kind: 'tag'; key: string; glob: Glob }
  | { kind: 'codeowners'; path: CodeownersPath }

export interface OwnerRule {
  /** As it was written, without its owners: `path:src/billing/*`. */
  text: string
  /** It counts from 1, in the text that it stands in. */
  line: number
  matcher: OwnerMatcher
  /** Addresses, and slugs of teams after a `#`. A line of CODEOWNERS may have none: what it matches has no owner. */
  owners: readonly string[]
}

/** What is wrong with a line, for the end of a sentence. */
export interface LineFault {
  line: number
  message: string
}

export interface ReadRules {
  rules: OwnerRule[]
  faults: LineFault[]
}
