import type { JsonSchema, Schema } from './json-schema.ts'

/** What the document says of a route beside its method, its address and its scope. */
export interface Description {
  /** A sentence without a full stop. */
  summary: string
  /** What each parameter of the query means. */
  query?: Readonly<Record<string, string>>
  body?: Body
  /** A body that is a form with files, instead. */
  form?: JsonSchema
  /** The status of an answer that is done; 200 without it. */
  status?: number
  /** Absent where the answer has no body, or its form is not described. */
  answer?: Schema
}

/** What a route takes: the schema that it checks, and an example that it accepts. */
export interface Body {
  schema: Schema
  example: object
}

/** By method and path, `GET /projects`. */
export type Descriptions = Readonly<Record<string, Description>>

export const LIST_QUERY = {
  limit: 'The length of a page, 100 at most; per_page is the same',
  cursor: 'The place of a page, from the Link header of the one before',
}

export const PERIOD_QUERY = {
  statsPeriod: 'The last 30m, 24h, 14d or 4w, up to 92d',
  start: 'The beginning, as ISO 8601',
  end: 'The end, as ISO 8601',
}

export const PROJECT_QUERY = {
  project: 'A project by its slug or id; -1 for all, also Crumbtrail’s own',
  environment: 'Only what happened in this environment',
}
