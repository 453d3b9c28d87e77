import * as v from 'valibot'
import { type Answer, type ApiRequest, answer, refuse } from '#server/api/answer.ts'
import { parseBody } from '#server/api/parse-body.ts'
import { formatTime } from '#server/api/time.ts'
import type { GivenOwnership, OwnershipSetting, ShownOwnership } from '#server/models/settings/ownership.ts'
import { findNamedProject } from './projects.ts'

/** The two values of Sentry's `autoAssignment`. */
const ASSIGNS = 'Auto Assign to Issue Owner'
const ASSIGNS_NOT = 'Turn off Auto-Assignment'

/** https://docs.sentry.io/api/projects/update-ownership-configuration-for-a-project/ */
export const ownershipBody = v.object({
  raw: v.optional(v.string()),
  /** True would make everybody the owner of what no rule matches. Alerts go to channels, so that would tell nobody more. */
  fallthrough: v.optional(v.literal(false)),
  isActive: v.optional(v.boolean()),
  autoAssignment: v.optional(v.picklist([ASSIGNS, ASSIGNS_NOT])),
})

export const codeownersBody = v.object({
  raw: v.string(),
  /** This field is ours: what the names of the file stand for. */
  mapping: v.optional(v.record(v.string(), v.string())),
})

/** https://docs.sentry.io/api/projects/retrieve-ownership-configuration-for-a-project/ */
export async function getOwnership(request: ApiRequest): Promise<Answer> {
  const found = await findOwnership(request)
  return found ? answer(toOwnershipAnswer(found.value)) : noProject('show the ownership rules')
}

/** Replaces the members that are given. */
export async function updateOwnership(request: ApiRequest): Promise<Answer> {
  const read = parseBody(ownershipBody, request.body)
  if ('refusal' in read) return refuse(400, `Cannot change the ownership rules: ${read.refusal}`)
  const { raw, autoAssignment, isActive } = read.given
  const given = {
    ...(isActive === undefined ? {} : { isActive }),
    ...(raw === undefined ? {} : { rules: raw }),
    ...(autoAssignment === undefined ? {} : { isAutoAssigning: autoAssignment === ASSIGNS }),
  }
  return (await save(request, given, 'raw')) ?? getOwnership(request)
}

/** There is one CODEOWNERS file of a project, or none. Sentry's address for it is the same. */
export async function listCodeowners(request: ApiRequest): Promise<Answer> {
  const found = await findOwnership(request)
  if (!found) return noProject('list CODEOWNERS files')
  return answer(found.value.codeowners === '' ? [] : [toFileAnswer(found)])
}

/** Replaces the file, as a step of a release posts it; what names stand for stays where it is not given. */
export async function saveCodeowners(request: ApiRequest): Promise<Answer> {
  const read = parseBody(codeownersBody, request.body)
  if ('refusal' in read) return refuse(400, `Cannot save the CODEOWNERS file: ${read.refusal}`)
  const { raw, mapping } = read.given
  const names = mapping && Object.entries(mapping).map(([name, owner]) => `${name} ${owner}`)
  const given = { codeowners: raw, ...(names && { names: names.join('\n') }) }
  const refused = await save(request, given, 'mapping')
  if (refused) return refused
  const found = await findOwnership(request)
  return found
    ? { ...answer(toFileAnswer(found)), status: request.params.id === undefined ? 201 : 200 }
    : GONE
}

/** Removes the file with what its names stand for. */
export async function deleteCodeowners(request: ApiRequest): Promise<Answer> {
  return (await save(request, { codeowners: '', names: '' }, 'raw')) ?? NOTHING
}

const GONE = noProject('save the CODEOWNERS file')
const NOTHING: Answer = { status: 204, headers: {}, body: undefined }

async function findOwnership(request: ApiRequest): Promise<ShownOwnership | undefined> {
  const project = await findNamedProject(request)
  return project && request.desk.ownership.find(project.slug)
}

/** Undefined when it is saved. Sentry's clients look for what is wrong with rules in a member of the field's name. */
async function save(
  request: ApiRequest,
  given: GivenOwnership,
  field: 'raw' | 'mapping',
): Promise<Answer | undefined> {
  const project = await findNamedProject(request)
  if (!project) return noProject('change the ownership rules')
  const saved = await request.desk.ownership.save(project.slug, given)
  switch (saved.kind) {
    case 'done':
      return undefined
    case 'wrong': {
      const detail = `Cannot change the ownership rules: ${saved.message}`
      return { ...refuse(400, detail), body: { detail, [field]: [saved.message] } }
    }
    default:
      return noProject('change the ownership rules')
  }
}

function noProject(verb: string): Answer {
  return refuse(404, `Cannot ${verb}: there is no such project`)
}

function toOwnershipAnswer({ rules, ...setting }: OwnershipSetting) {
  return {
    raw: rules === '' ? null : rules,
    fallthrough: false, // what no rule matches has no owner
    autoAssignment: setting.isAutoAssigning ? ASSIGNS : ASSIGNS_NOT,
    isActive: setting.isActive,
    ...timesOf(setting, 'lastUpdated'),
    codeownersAutoSync: false, // a step of a release posts the file
  }
}

function toFileAnswer({ value, notes }: ShownOwnership) {
  const names = value.names.split('\n').map((line) => line.trim().split(/\s+/))
  return {
    id: '1',
    raw: value.codeowners,
    ...timesOf(value, 'dateUpdated'),
    provider: 'unknown',
    codeMappingId: null,
    mapping: Object.fromEntries(names.flatMap(([name, owner]) => (name && owner ? [[name, owner]] : []))),
    /** This field is ours: lines that do nothing. */
    notes: notes.flatMap(({ text, line, message }) => (text === 'codeowners' ? [{ line, message }] : [])),
  }
}

function timesOf({ createdAt, updatedAt }: Pick<OwnershipSetting, 'createdAt' | 'updatedAt'>, last: string) {
  return {
    dateCreated: createdAt === undefined ? null : formatTime(createdAt),
    [last]: updatedAt === undefined ? null : formatTime(updatedAt),
  }
}
