import * as v from 'valibot'
import { groupingSchema } from './grouping-rule.ts'
import { CATEGORIES } from './outcome.ts'

/** Each is tried on each name or text that is new. */
const MOST_NAMES = 200

const names = v.optional(
  v.pipe(
    v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(256, 'it is longer than 256 characters'))),
    v.maxLength(MOST_NAMES, `there are more than ${MOST_NAMES}`),
  ),
  [],
)
const patterns = names

/** One for each window, category and scope that there are. */
const MOST_RULES = 100

const rateLimitRule = v.object({
  /** Over which windows it counts. */
  per: v.picklist(['minute', 'hour', 'month']),
  /** Items; each span, log or session of a container is one. */
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Of all categories together, if it names none. */
  category: v.optional(v.picklist(CATEGORIES)),
  /** Of the whole project, or of each of its keys. */
  scope: v.optional(v.picklist(['project', 'key']), 'project'),
})

/** Ten years. */
export const MOST_RETENTION_DAYS = 3_650

export type RateLimitRule = v.InferOutput<typeof rateLimitRule>

/**
 * What can be set for one project. What is not set has its default, so that each setting can be read as a whole and
 * an old row still means something to a newer program.
 */
export const projectSettingSchemas = {
  /** What is left out although it was sent: processing/filters. */
  filters: v.object({
    browserExtensions: v.optional(v.boolean(), false),
    legacyBrowsers: v.optional(v.boolean(), false),
    localhost: v.optional(v.boolean(), false),
    webCrawlers: v.optional(v.boolean(), false),
    /** Globs over messages, and over `Type: value` of an error's causes. */
    errorMessages: patterns,
    /** Globs. */
    releases: patterns,
  }),
  /** What is made unreadable before it is stored: processing/scrub. */
  scrubbing: v.object({
    /** Beside the secrets that are always scrubbed. */
    emailAddresses: v.optional(v.boolean(), false),
    ipAddresses: v.optional(v.boolean(), false),
    extraNames: names,
    exemptNames: names,
  }),
  /** How many items are taken; none is limited until it is set: ingest/rate-limit. */
  rateLimits: v.object({
    rules: v.optional(v.pipe(v.array(rateLimitRule), v.maxLength(MOST_RULES)), []),
  }),
  /** How much is kept: store/retention.ts. */
  retention: v.object({
    /** Beyond them the most irrelevant goes. */
    maxEvents: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    /** In the place of RETENTION_DAYS. */
    days: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MOST_RETENTION_DAYS))),
  }),
  /** Which events are one issue, where the project knows better: processing/grouping/rules. */
  grouping: groupingSchema,
}

type Schemas = typeof projectSettingSchemas
export type ProjectSettings = { [Key in keyof Schemas]: v.InferOutput<Schemas[Key]> }

/** Of a project for which nothing is set. */
export const defaultProjectSettings: ProjectSettings = {
  filters: v.parse(projectSettingSchemas.filters, {}),
  scrubbing: v.parse(projectSettingSchemas.scrubbing, {}),
  rateLimits: v.parse(projectSettingSchemas.rateLimits, {}),
  retention: v.parse(projectSettingSchemas.retention, {}),
  grouping: v.parse(projectSettingSchemas.grouping, {}),
}
