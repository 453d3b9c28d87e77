import { clipText } from '#renderer/format/format.ts'
import { stack as say } from '#renderer/texts/issues/event.ts'
import type { NormalizedException } from '#server/processing/event.ts'

/** Where an exception's type is from, and what the operating system says: `Signal SIGABRT (6) · Mach exception EXC_CRASH (10)`. */
export function mechanismText({ module = '', mechanism }: NormalizedException): string | undefined {
  const { signal, mach_exception, ns_error, errno } = mechanism?.meta ?? {}
  const code = textIn(ns_error, 'code')
  const domain = textIn(ns_error, 'domain')
  const parts = [
    told(say.module, clipText(module, 200)),
    told(say.signal, nameAndNumber(signal, 'number')),
    told(say.mach, nameAndNumber(mach_exception, 'exception')),
    domain === '' ? undefined : say.nsError(domain, code),
    told(say.errno, nameAndNumber(errno, 'number')),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' · ')
}

function told(sentence: (name: string) => string, name: string): string | undefined {
  return name === '' ? undefined : sentence(name)
}

function nameAndNumber(given: unknown, key: string): string {
  const [name, number] = [textIn(given, 'name'), textIn(given, key)]
  return name === '' || number === '' ? name + number : `${name} (${number})`
}

function textIn(given: unknown, key: string): string {
  const value = typeof given === 'object' && given !== null ? Reflect.get(given, key) : undefined
  return typeof value === 'string' || typeof value === 'number' ? clipText(String(value), 200) : ''
}
