import * as v from 'valibot'

export const text = v.string()
export const number = v.number()
export const flag = v.boolean()
export const textOrNull = v.nullable(v.string())
export const numberOrNull = v.nullable(v.number())
/** ISO 8601 in UTC. */
export const time = v.string()
export const timeOrNull = v.nullable(v.string())
export const anything = v.unknown()
export const record = v.record(v.string(), v.unknown())

/** Sentry's form of a refusal. */
export const refusalAnswer = v.object({ detail: text })
