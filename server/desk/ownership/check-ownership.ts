import type { Assignee } from '#server/models/accounts/assignee.ts'
import type { OwnershipNote, OwnershipSetting } from '#server/models/settings/ownership.ts'
import { mapBy, parseNameMapping } from '#server/processing/owners/name-mapping.ts'
import type { OwnerRule } from '#server/processing/owners/owner-rule.ts'
import { parseCodeowners } from '#server/processing/owners/parse-codeowners.ts'
import { parseOwnerRules } from '#server/processing/owners/parse-rules.ts'
import { nearestWords } from '#server/search/nearest-words.ts'

/** Each rule is tried on each event. */
const MOST_RULES = 1_000

export interface Owners {
  /** Those who see the project, by the names that rules call them. */
  seeing: ReadonlyMap<string, Assignee>
  /** The names of all others that there are. */
  others: ReadonlySet<string>
}

type Texts = Pick<OwnershipSetting, 'rules' | 'codeowners' | 'names'>

export interface CheckedOwnership {
  /** What must be corrected before it is saved. */
  wrong: OwnershipNote[]
  /** Lines of a CODEOWNERS file that do nothing: the file is written for another place, and is not refused for that. */
  notes: OwnershipNote[]
}

/** Says what is wrong with rules, line by line, and which names are nobody's. */
export function checkOwnership({ rules, codeowners, names }: Texts, owners: Owners): CheckedOwnership {
  const own = parseOwnerRules(rules)
  const mapping = parseNameMapping(names)
  const file = parseCodeowners(codeowners, mapBy(mapping.names))
  const ofFile = [
    ...file.faults,
    ...file.unknown.map(({ line, name }) => ({
      line,
      message: `${name} is not known here: add a line for it`,
    })),
    ...ownerFaults(file.rules, owners),
    ...tooMany(file.rules),
  ]
  return {
    wrong: [
      ...noted('rules', [...own.faults, ...ownerFaults(own.rules, owners), ...tooMany(own.rules)]),
      ...noted('names', mapping.faults),
    ],
    notes: noted('codeowners', ofFile),
  }
}

function ownerFaults(rules: readonly OwnerRule[], { seeing, others }: Owners) {
  return rules.flatMap(({ line, owners }) =>
    owners
      .filter((name) => !seeing.has(name))
      .map((name) => ({
        line,
        message: others.has(name) ? `${name} does not see the project` : noSuch(name, [...seeing.keys()]),
      })),
  )
}

function noSuch(name: string, known: readonly string[]): string {
  const what = name.startsWith('#') ? 'team' : 'member'
  const [near] = nearestWords(
    name,
    known.filter((one) => one.startsWith('#') === name.startsWith('#')),
  )
  return `there is no ${what} ${name}${near === undefined ? '' : `; did you mean ${near}?`}`
}

function tooMany(rules: readonly OwnerRule[]) {
  const beyond = rules[MOST_RULES]
  return beyond === undefined
    ? []
    : [{ line: beyond.line, message: `there are more than ${MOST_RULES} rules` }]
}

function noted(text: OwnershipNote['text'], faults: readonly Omit<OwnershipNote, 'text'>[]): OwnershipNote[] {
  return faults.map((fault) => ({ text, ...fault })).toSorted((a, b) => a.line - b.line)
}
