import * as v from 'valibot'
import { groupingSchema } from './grouping-rule.ts'
import { CATEGORIES } from './outcome.ts'
import { ownershipSchema } from './settings/ownership.ts'
import { repositoryAddress } from './settings/repository.ts'

/** Each glob is tried on each new name or text. */
const MOST_NAMES = 200

const names = v.optional(
  v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(256, 'it is longer than 256 characters'))),
    v.maxLength(MOST_NAMES, `there are more than ${MOST_NAMES}`),
  ),
  [],
)
const patterns = names

/** Each is looked up when environments are listed. */
const MOST_HIDDEN = 50

/** There may be one rule for each window, category and scope. */
const MOST_RULES = 100

const rateLimitRule = v.object({
  /** The window that it counts over. */
  per: v.picklist(['minute', 'hour', 'month']),
  /** The number of items; each span, log or session of a container is one. */
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** The rule counts all categories together if it names none. */
  category: v.optional(v.picklist(CATEGORIES)),
  /** The rule applies to the whole project, or to each of its keys. */
  scope: v.optional(v.picklist(['project', 'key']), 'project'),
})

/** Ten years. */
export const MOST_RETENTION_DAYS = 3_650

export type RateLimitRule = v.InferOutput<typeof rateLimitRule>

/**
 * The settings of one project. A missing setting has its default, so that each setting can be read as a whole and a
 * newer program can still read an old row.
 */
export const projectSettingSchemas = {
  /** Inbound filters: processing/filters. */
  filters: v.object({
    browserExtensions: v.optional(v.boolean(), false),
    legacyBrowsers: v.optional(v.boolean(), false),
    localhost: v.optional(v.boolean(), false),
    webCrawlers: v.optional(v.boolean(), false),
    /** Globs over messages, and over `Type: value` of an error's causes. */
    errorMessages: patterns,
    /** The patterns are globs. */
    releases: patterns,
  }),
  /** Data that is scrubbed before it is stored: processing/scrubbing. */
  scrubbing: v.object({
    /** Names beside the secrets that are always scrubbed. */
    emailAddresses: v.optional(v.boolean(), false),
    ipAddresses: v.optional(v.boolean(), false),
    extraNames: names,
    exemptNames: names,
  }),
  /** Rate limits; there are none until they are set: ingest/limits/rate-limit. */
  rateLimits: v.object({
    rules: v.optional(v.pipe(v.array(rateLimitRule), v.maxLength(MOST_RULES)), []),
  }),
  /** Retention: store/maintenance. */
  retention: v.object({
    /** Above this number the least relevant events are deleted. */
    maxEvents: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    /** Overrides RETENTION_DAYS. */
    days: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MOST_RETENTION_DAYS))),
  }),
  /** Grouping rules, for projects that know better: processing/grouping/rules. */
  grouping: groupingSchema,
  /** Who owns what, for issues that are assigned by rules: processing/owners. */
  ownership: ownershipSchema,
  /** Environments that the desk's switch leaves out: store/projects/environments. */
  environments: v.object({
    hidden: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(200, 'it is longer than 200 characters'))),
        v.maxLength(MOST_HIDDEN, `there are more than ${MOST_HIDDEN}`),
      ),
      [],
    ),
  }),
  /** Where the application's code can be read: commits link to it. */
  repository: v.object({ url: v.optional(repositoryAddress) }),
  /** The application's kind, whose set-up code the project's page shows first; undefined for none. */
  setUp: v.object({ platform: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(60))) }),
}

type Schemas = typeof projectSettingSchemas
export type ProjectSettings = { [Key in keyof Schemas]: v.InferOutput<Schemas[Key]> }

/** The settings of a project for which nothing is set. */
export const defaultProjectSettings: ProjectSettings = {
  filters: v.parse(projectSettingSchemas.filters, {}),
  scrubbing: v.parse(projectSettingSchemas.scrubbing, {}),
  rateLimits: v.parse(projectSettingSchemas.rateLimits, {}),
  retention: v.parse(projectSettingSchemas.retention, {}),
  grouping: v.parse(projectSettingSchemas.grouping, {}),
  ownership: v.parse(projectSettingSchemas.ownership, {}),
  environments: v.parse(projectSettingSchemas.environments, {}),
  repository: v.parse(projectSettingSchemas.repository, {}),
  setUp: v.parse(projectSettingSchemas.setUp, {}),
}
