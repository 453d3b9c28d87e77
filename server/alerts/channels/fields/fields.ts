import type { ChannelField } from '#server/models/alerts/channels.ts'

type Rest = Partial<Pick<ChannelField, 'name' | 'isRequired' | 'placeholder'>>

/** A field that shows what was typed. */
export function shown(label: string, hint: string, { name = 'url', ...rest }: Rest = {}): ChannelField {
  return { name, label, hint, isSecret: false, isRequired: true, placeholder: '', ...rest }
}

/** A field that is shown to nobody after it was saved. */
export function secret(label: string, hint: string, rest: Rest = {}): ChannelField {
  return { ...shown(label, hint, rest), isSecret: true }
}
