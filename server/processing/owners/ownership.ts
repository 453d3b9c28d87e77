import type { NormalizedEvent } from '#server/processing/event.ts'
import type { ProjectSettings } from '#server/protocol/project-settings.ts'
import { textsOf } from './event-texts.ts'
import { type CompiledRules, compileRules } from './match-rules.ts'
import { mapBy, parseNameMapping } from './name-mapping.ts'
import { parseCodeowners } from './parse-codeowners.ts'
import { parseOwnerRules } from './parse-rules.ts'

export type Ownership = ProjectSettings['ownership']

/** Who is to have the issue of an event, and by which rule. */
export interface OwnedBy {
  /** As it was written, without its owners. */
  rule: string
  /** Addresses and slugs of teams after a `#`; the first one who can have the issue gets it. */
  owners: readonly string[]
}

/** Settings are read anew with each batch on PostgreSQL, so that what is compiled is also found by its text. */
const MOST_COMPILED = 50
const byObject = new WeakMap<Ownership, CompiledRules>()
const byText = new Map<string, CompiledRules>()

/** The rules of a project: the lines of CODEOWNERS, and then its own, which win. */
export function rulesOf(ownership: Ownership): CompiledRules {
  const known = byObject.get(ownership)
  if (known !== undefined) return known
  const { rules, codeowners, names } = ownership
  const text = JSON.stringify([rules, codeowners, names])
  const compiled = byText.get(text) ?? compile(ownership)
  if (byText.size >= MOST_COMPILED) byText.clear()
  byText.set(text, compiled)
  byObject.set(ownership, compiled)
  return compiled
}

function compile({ rules, codeowners, names }: Ownership): CompiledRules {
  const ofFile = parseCodeowners(codeowners, mapBy(parseNameMapping(names).names))
  return compileRules([...ofFile.rules, ...parseOwnerRules(rules).rules])
}

/** Undefined where nobody is to have it, as in any project without rules. */
export function ownedBy(event: NormalizedEvent, ownership: Ownership | undefined): OwnedBy | undefined {
  if (ownership === undefined || !ownership.isAutoAssigning || !ownership.isActive) return undefined
  if (ownership.rules === '' && ownership.codeowners === '') return undefined
  const rule = rulesOf(ownership).decide(textsOf(event))
  return rule === undefined || rule.owners.length === 0 ? undefined : { rule: rule.text, owners: rule.owners }
}
