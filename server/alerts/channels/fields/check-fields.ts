import type { ChannelField } from '#server/models/alerts/channels.ts'
import type { Refusal } from '#server/models/refusal.ts'
import type { ChannelSettings } from '../channel.ts'

const MOST_CHARS = 2_000

/** Says what is wrong with the value of a field; undefined where nothing is. */
export type FieldCheck = (value: string) => string | undefined

/** Checks the values of a channel's fields one after the other: that what is needed is there, and what each of them needs. */
export function checkFields(
  fields: readonly ChannelField[],
  settings: ChannelSettings,
  checks: Readonly<Record<string, FieldCheck>>,
): Refusal | undefined {
  for (const { name, label, isRequired } of fields) {
    const value = settings[name] ?? ''
    const fault = value === '' ? missing(isRequired) : (faultOf(value) ?? checks[name]?.(value))
    if (fault !== undefined) return { refusal: `Cannot save the channel: ${label} ${fault}`, field: name }
  }
  return undefined
}

const missing = (isRequired: boolean): string | undefined => (isRequired ? 'is missing' : undefined)

function faultOf(value: string): string | undefined {
  if (value.length > MOST_CHARS) return 'is too long'
  if (/[\p{Cc}]/u.test(value)) return 'contains a line break or another control character'
  return value === value.trim() ? undefined : 'begins or ends with a space'
}

/** An address that messages are sent to. Whether it may be reached is checked each time that one is sent. */
export const webAddress: FieldCheck = (value) => {
  const url = URL.parse(value)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'does not begin with https://'
  if (url.username !== '' || url.password !== '') return 'contains a user or password'
  return undefined
}

/** An address of a service that answers at these hosts alone, by https. */
export function addressAt(hosts: readonly string[], path: string): FieldCheck {
  return (value) => {
    const url = URL.parse(value)
    const isRight =
      url?.protocol === 'https:' && hosts.includes(url.host) && url.pathname.startsWith(path) && !url.username
    return isRight ? undefined : `does not begin with https://${hosts[0]}${path}`
  }
}

export function matching(pattern: RegExp, fault: string): FieldCheck {
  return (value) => (pattern.test(value) ? undefined : fault)
}

/** An address without a slash at its end, to which paths are added. */
export const baseOf = (address: string | undefined): string => (address ?? '').replace(/\/$/, '')
