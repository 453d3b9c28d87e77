import type { Level } from '../event.ts'

const LEVELS: ReadonlyMap<unknown, Level> = new Map([
  ['fatal', 'fatal'],
  ['critical', 'fatal'],
  ['error', 'error'],
  ['warning', 'warning'],
  ['warn', 'warning'],
  ['info', 'info'],
  ['log', 'info'],
  ['debug', 'debug'],
  ['trace', 'debug'],
] as const)

export function readLevel(value: unknown, otherwise: Level): Level {
  return LEVELS.get(typeof value === 'string' ? value.toLowerCase() : value) ?? otherwise
}
