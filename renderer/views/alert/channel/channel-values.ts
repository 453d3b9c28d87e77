import type { ChannelField } from '#server/models/alerts/channels.ts'
import type { GivenChannel } from '#server/models/alerts/deliveries.ts'

/** A secret's field has a name of which nothing is sent back to the page (renderer/page/action.ts). */
export function fieldName({ name, isSecret }: Pick<ChannelField, 'name' | 'isSecret'>): string {
  return `${isSecret ? 'secret' : 'value'}.${name}`
}

/** Reads the form as the desk takes it. */
export function parseChannelForm(form: URLSearchParams, fields: readonly ChannelField[]): GivenChannel {
  return {
    name: form.get('name') ?? '',
    values: Object.fromEntries(fields.map((field) => [field.name, form.get(fieldName(field)) ?? ''])),
  }
}

/** The form's own name of the field that the desk found wrong. */
export function refusedField(field: string | undefined, fields: readonly ChannelField[]): string | undefined {
  const named = field === 'name' ? undefined : fields.find(({ name }) => name === field)
  return named === undefined ? (field === 'name' ? 'name' : undefined) : fieldName(named)
}
