import type { NormalizedEvent } from './event.ts'
import { clipTag, isFieldKey, searchFieldsOf } from './search-fields.ts'
import { userNameOf } from './user-hash.ts'

export interface Counted {
  tags: [key: string, value: string][]
  /** Fields that are there whenever the last of `tags` is: see SearchFields. */
  shared: [key: string, value: string][]
}

/** All that is counted of an event by name and value: its tags, and the fields that searches ask for. */
export function countedOf(event: NormalizedEvent): Counted {
  const { ofUser, shared, sharedBy } = searchFieldsOf(event)
  return { tags: [...tagsOf(event), ...ofUser, sharedBy], shared }
}

/**
 * An event's own tags, and those that Sentry derives of what else it says, each key once. Where an event's own tag
 * bears a derived one's name, the derived one stands: it is what the lists and searches by that name go by.
 */
export function tagsOf(event: NormalizedEvent): Map<string, string> {
  const tags = new Map<string, string>()
  const add = (key: string, value: string | undefined) => {
    if (value !== undefined && value !== '') tags.set(key, clipTag(value))
  }
  for (const [key, value] of event.tags) if (!isFieldKey(key)) add(key, value)
  add('level', event.level)
  add('environment', event.environment)
  add('release', event.release)
  add('dist', event.dist)
  add('server_name', event.server_name)
  add('transaction', event.transaction)
  add('url', withoutQuery(event.request?.url))
  add('user', userNameOf(event))
  addContexts(add, event.contexts)
  addMechanism(add, event.exception)
  return tags
}

type Add = (key: string, value: string | undefined) => void

function addContexts(add: Add, contexts: NormalizedEvent['contexts']): void {
  for (const name of ['browser', 'os', 'runtime']) {
    const context = contexts[name]
    const family = textOf(context?.name)
    if (family === undefined) continue
    const version = textOf(context?.version)
    add(name, version === undefined ? family : `${family} ${version}`)
    add(`${name}.name`, family)
  }
  const { device } = contexts
  add('device', textOf(device?.model))
  add('device.family', textOf(device?.family))
}

/** Of the exception that the SDK says it of: the first or the last. */
function addMechanism(add: Add, { values }: NormalizedEvent['exception']): void {
  const mechanism = values.findLast((exception) => exception.mechanism?.handled !== undefined)?.mechanism
  if (!mechanism) return
  add('mechanism', mechanism.type)
  add('handled', mechanism.handled ? 'yes' : 'no')
}

/** Each visit's own query would make each visit's own value. */
function withoutQuery(url: string | undefined): string | undefined {
  const end = url?.search(/[?#]/) ?? -1
  return end < 0 ? url : url?.slice(0, end)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
