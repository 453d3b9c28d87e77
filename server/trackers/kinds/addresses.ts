import type { FieldCheck } from '#server/alerts/channels/fields/check-fields.ts'
import { matching, webAddress } from '#server/alerts/channels/fields/check-fields.ts'
import { secret, shown } from '#server/alerts/channels/fields/fields.ts'
import type { ChannelField } from '#server/models/alerts/channels.ts'

/** The path of an address in segments, decoded no further: `/acme/shop/` is `acme`, `shop`. */
export function segmentsOf(address: string | undefined): string[] {
  return (URL.parse(address ?? '')?.pathname ?? '').split('/').filter((segment) => segment !== '')
}

/** The origin of an address that was checked before it was saved. */
export function originOf(address: string | undefined): string {
  return URL.parse(address ?? '')?.origin ?? ''
}

/** An address without its query and its last slash. */
export function plainAddress(address: string | undefined): string {
  return `${originOf(address)}${(URL.parse(address ?? '')?.pathname ?? '').replace(/\/{1,9}$/, '')}`
}

/** Adds parameters, with names and values in per cent. */
export function withQuery(address: string, params: Readonly<Record<string, string>>): string {
  const query = Object.entries(params).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`,
  )
  return `${address}?${query.join('&')}`
}

/** An address whose path has enough segments: `least` of them, or exactly so many. */
export function addressWith(least: number, example: string, isExact = false): FieldCheck {
  return (value) => {
    const fault = webAddress(value)
    if (fault !== undefined) return fault
    const { length } = segmentsOf(value)
    const isRight = isExact ? length === least : length >= least
    return isRight ? undefined : `is not like ${example}`
  }
}

export function addressField(hint: string, placeholder: string): ChannelField {
  return shown('Address', hint, { name: 'address', placeholder })
}

export const tokenField = (hint: string): ChannelField =>
  secret('Token', hint, { name: 'token', isRequired: false })

export const apiField = (hint: string): ChannelField =>
  shown('API address', hint, { name: 'api', isRequired: false })

/** Tokens go into a header, which takes visible ASCII only. */
export const isToken: FieldCheck = matching(
  /^[!-~]{8,500}$/,
  'is not a token: it has a space, or is too short',
)
