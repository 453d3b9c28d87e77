import type { Level } from '#server/processing/event.ts'

const LEVELS: ReadonlyMap<unknown, Level> = new Map<unknown, Level>([
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

export function readLevel(value: unknown, otherwise: Level): Level {
  return LEVELS.get(typeof value === 'string' ? value.toLowerCase() : value) ?? otherwise
}
