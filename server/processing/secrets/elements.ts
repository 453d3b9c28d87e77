import { FILTERED } from './names.ts'

/** `<password>x</password>`, with a name space or attributes or without. */
const ELEMENT = /<(?:[\w.-]{1,100}:)?([\w.-]{1,100})(\s[^<>]{0,300})?>(?:<!\[CDATA\[)?([^<]+)(?=<\/)/g

export function scrubElements(text: string, isSecretName: (name: string) => boolean): string {
  if (!text.includes('</')) return text
  return text.replace(ELEMENT, (whole, name: string, _attributes, value: string) =>
    isSecretName(name) && value.trim() !== '' && value !== FILTERED && value !== `${FILTERED}]]>`
      ? whole.slice(0, -value.length) + FILTERED + (value.endsWith(']]>') ? ']]>' : '')
      : whole,
  )
}
