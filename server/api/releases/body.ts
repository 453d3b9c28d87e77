import * as v from 'valibot'
import { limits } from '#server/protocol/limits.ts'
import { commitsBody, refsBody } from './commit-body.ts'

/** ISO 8601, as Sentry's clients send it; it becomes milliseconds since the epoch. */
const time = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.check((ms) => !Number.isNaN(ms), 'it is not a time like 2026-11-03T12:00:00Z'),
)
const name = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'it is empty'),
  v.maxLength(limits.nameChars, 'it is too long'),
)
/** The address is shown as a link, so a browser must not be able to run it. */
const url = v.pipe(
  v.string(),
  v.maxLength(limits.urlChars, 'it is too long'),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'it is not an http or https address'),
)

/** The name is part of addresses, so it must not lead elsewhere. */
const version = v.pipe(
  name,
  v.check((text) => !/[\p{Cc}]/u.test(text), 'it has control characters'),
  v.check((text) => text !== '.' && text !== '..', 'it must not be "." or ".."'),
)

/** https://docs.sentry.io/api/releases/create-a-new-release-for-an-organization/ */
export const releaseBody = v.object({
  version,
  /** Without any, those that have the release. */
  projects: v.nullish(v.pipe(v.array(v.string()), v.maxLength(100, 'there are more than 100')), []),
  ref: v.nullish(name, null),
  url: v.nullish(url, null),
  dateReleased: v.nullish(time, null),
  status: v.nullish(v.picklist(['open', 'archived'], 'it is not one of open, archived')),
  commits: v.nullish(commitsBody),
  refs: v.nullish(refsBody),
})

/** A change names the release in its address: https://docs.sentry.io/api/releases/update-an-organizations-release/ */
export const releaseChangeBody = v.omit(releaseBody, ['version'])
/** Routes below a project name it in their address, too. */
export const projectReleaseBody = v.omit(releaseBody, ['projects'])
export const projectReleaseChangeBody = v.omit(releaseBody, ['projects', 'version'])

/** https://docs.sentry.io/api/releases/create-a-deploy/ */
export const deployBody = v.object({
  environment: name,
  name: v.nullish(name, null),
  url: v.nullish(url, null),
  dateStarted: v.nullish(time, null),
  dateFinished: v.nullish(time, null),
})
