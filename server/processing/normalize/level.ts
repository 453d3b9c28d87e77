import type { EventLevel } from '#server/processing/event.ts'

const LEVELS: ReadonlyMap<unknown, EventLevel> = new Map<unknown, EventLevel>([
  ['fatal', 'fatal'],
  ['critical', 'fatal'],
  ['error', 'error'],
  ['warning', 'warning'],
  ['warn', 'warning'],
  ['info', 'info'],
  ['log', 'info'],
  ['debug', 'debug'],
  ['trace', 'debug'],
  // Python's logging, as raven sends it: https://docs.python.org/3/library/logging.html#logging-levels
  [50, 'fatal'],
  [40, 'error'],
  [30, 'warning'],
  [20, 'info'],
  [10, 'debug'],
] as const)

export function parseLevel(value: unknown, otherwise: EventLevel): EventLevel {
  return LEVELS.get(typeof value === 'string' ? value.toLowerCase() : value) ?? otherwise
}
