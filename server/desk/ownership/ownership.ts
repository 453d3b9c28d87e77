import { queryAssignees } from '#server/desk/assignees.ts'
import { changeSetting } from '#server/desk/projects/settings/change-setting.ts'
import { versionOf } from '#server/desk/projects/settings/setting-version.ts'
import type { Actor } from '#server/models/accounts/actor.ts'
import type { Assignee } from '#server/models/accounts/assignee.ts'
import type {
  GivenOwnership,
  OwnershipPreview,
  OwnershipSetting,
  ShownOwnership,
  SuggestedOwner,
} from '#server/models/settings/ownership.ts'
import type { SettingChange } from '#server/models/settings/project-settings.ts'
import type { NormalizedEvent } from '#server/processing/event.ts'
import { textsOf } from '#server/processing/owners/event-texts.ts'
import { metRules } from '#server/processing/owners/match-rules.ts'
import { rulesOf } from '#server/processing/owners/ownership.ts'
import type { Store } from '#server/store/engine/store.ts'
import { getProjectSettings } from '#server/store/projects/project-settings.ts'
import { findProjectId } from '#server/store/projects/projects.ts'
import { checkOwnership, type Owners } from './check-ownership.ts'
import { previewOwnership } from './preview-ownership.ts'

/** Who owns what of a project. */
export interface DeskOwnership {
  /** Undefined where there is no such project. */
  find(slug: string): Promise<ShownOwnership | undefined>
  /**
   * Saves what is given, or nothing of it where a line is wrong. With a version, it is refused if somebody else has changed
   * the setting since.
   */
  save(slug: string, given: GivenOwnership, version?: string): Promise<SettingChange<OwnershipSetting>>
  /** Says which of the last issues each rule would take, by what is given beside what is saved. */
  preview(slug: string, given: GivenOwnership): Promise<OwnershipPreview | undefined>
  /** Lists who owns an event by the rules, the deciding one first. */
  listSuggested(slug: string, event: NormalizedEvent): Promise<SuggestedOwner[]>
}

const MOST_SUGGESTED = 5

export function createDeskOwnership(
  store: Store,
  { clock, by }: { clock: () => number; by: Actor },
): DeskOwnership {
  const { db } = store
  const read = async (slug: string) => {
    const project = await findProjectId(db, slug)
    if (project === undefined) return undefined
    return { projectId: project.id, value: (await getProjectSettings(db, project.id)).ownership }
  }

  return {
    async find(slug) {
      const found = await read(slug)
      if (found === undefined) return undefined
      const { wrong, notes } = checkOwnership(found.value, await readOwners(store, slug))
      return { value: found.value, version: versionOf(found.value), notes: [...wrong, ...notes] }
    },
    async save(slug, given, version) {
      const now = clock()
      const owners = await readOwners(store, slug)
      const fault = wrongOf(checkOwnership({ ...NO_TEXTS, ...given }, owners).wrong)
      if (fault !== undefined) return fault
      const edit = (before: OwnershipSetting) => {
        const after = { ...before, ...given }
        const isSame = versionOf(after) === versionOf(before)
        return isSame ? before : { ...after, createdAt: before.createdAt ?? now, updatedAt: now }
      }
      const options = version === undefined ? { edit } : { edit, version }
      return changeSetting(store, slug, 'ownership', options, { by, now })
    },
    async preview(slug, given) {
      const found = await read(slug)
      if (found === undefined) return undefined
      const asked = { ...found.value, ...given, isActive: true }
      const { wrong, notes } = checkOwnership(asked, await readOwners(store, slug))
      return { ...(await previewOwnership(db, found.projectId, asked)), notes: [...wrong, ...notes] }
    },
    async listSuggested(slug, event) {
      const found = await read(slug)
      if (found === undefined || !found.value.isActive) return []
      const { rules } = rulesOf(found.value)
      if (rules.length === 0) return []
      const { seeing } = await readOwners(store, slug)
      const met = metRules(rules, textsOf(event))
      // A line of CODEOWNERS without names says that nobody owns what the lines before it say.
      const end = met.findIndex((rule) => rule.owners.length === 0)
      const suggested = new Map<Assignee, SuggestedOwner>()
      for (const { text, owners } of end === -1 ? met : met.slice(0, end)) {
        for (const name of owners) {
          const assignee = seeing.get(name)
          if (assignee !== undefined && !suggested.has(assignee))
            suggested.set(assignee, { assignee, rule: text })
        }
      }
      return [...suggested.values()].slice(0, MOST_SUGGESTED)
    },
  }
}

const NO_TEXTS = { rules: '', codeowners: '', names: '' }

function wrongOf(
  wrong: ReturnType<typeof checkOwnership>['wrong'],
): Extract<SettingChange<never>, { kind: 'wrong' }> | undefined {
  const [first] = wrong
  return first && { kind: 'wrong', path: first.text, message: `line ${first.line}: ${first.message}` }
}

async function readOwners(store: Store, slug: string): Promise<Owners> {
  const [seeing, all] = await Promise.all([queryAssignees(store, slug), queryAssignees(store)])
  const names = new Map(seeing.map((one) => [nameInRules(one), one]))
  return { seeing: names, others: new Set(all.map(nameInRules).filter((name) => !names.has(name))) }
}

function nameInRules(assignee: Assignee): string {
  return assignee.type === 'team' ? `#${assignee.slug}` : assignee.email.toLowerCase()
}
