import { hash } from 'node:crypto'
import type { NormalizedEvent, NormalizedException } from '../event.ts'
import { frameSignatures } from './frames.ts'
import { normalizeMessage } from './message.ts'

export interface Grouping {
  /** Raised with every change of what follows, so that old issues keep their events. */
  version: number
  /** Events with the same key, in one project and version, are one issue. */
  key: string
}

const VERSION = 1
const DEFAULT = /^\{\{\s*default\s*\}\}$/

/** The client's fingerprint first; `{{ default }}` in it stands for what would decide without one. */
export function groupingOf(event: NormalizedEvent): Grouping {
  const parts = event.fingerprint?.flatMap((part) => (DEFAULT.test(part) ? ownParts(event) : [part]))
  return {
    version: VERSION,
    key: hash('sha256', JSON.stringify(parts ?? ownParts(event)), 'hex').slice(0, 32),
  }
}

function ownParts(event: NormalizedEvent): string[] {
  const { values } = event.exception
  if (values.length > 0) return values.flatMap(exceptionParts)
  return [
    'message',
    normalizeMessage(event.message ?? ''),
    event.message === undefined ? (event.transaction ?? '') : '',
  ]
}

/** The value counts only where no stack does: it holds ids more often than the stack does. */
function exceptionParts(exception: NormalizedException): string[] {
  const frames = frameSignatures(exception)
  const value = frames.length > 0 ? [] : [normalizeMessage(exception.value ?? '')]
  return ['exception', exception.type ?? '', ...frames, ...value]
}
