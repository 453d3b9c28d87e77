import type { NormalizedException } from '#server/processing/event.ts'
import {
  defined,
  isObject,
  type JsonObject,
  listOf,
  parseInteger,
  parseText,
  parseTreeObject,
  type Warnings,
} from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'
import { parseStackText } from './stack-text.ts'
import { parseStacktrace, type StackSource } from './stacktrace.ts'

/** `exception` as a list, as `{values}`, or as the one exception that old SDKs send. */
export function parseExceptions(value: unknown, source: StackSource): NormalizedException[] {
  const isBare = isObject(value) && !('values' in value) && ('type' in value || 'value' in value)
  const values = (isBare ? [value] : listOf(value)).filter(isObject)
  if (values.length > limits.exceptions)
    source.warnings.add(`exceptions: the outermost ${limits.exceptions} were kept`)
  return values
    .slice(-limits.exceptions)
    .map((exception) => parseException(exception, source))
    .filter((exception) => Object.keys(exception).length > 0)
}

function parseException(exception: JsonObject, source: StackSource): NormalizedException {
  const { warnings } = source
  const { exceptionTypeChars, messageChars, nameChars } = limits
  const type = parseText(exception.type, exceptionTypeChars, 'exception type', warnings)
  const told = parseToldStack(exception)
  const value = parseValue(told?.message ?? exception.value, messageChars, warnings)
  const module = parseText(exception.module, nameChars, 'exception module', warnings)
  const mechanism = parseMechanism(exception.mechanism, warnings)
  const stacktrace = parseStacktrace(told ?? exception.stacktrace, source)
  return {
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { value }),
    ...(module === undefined ? {} : { module }),
    ...(mechanism === undefined ? {} : { mechanism }),
    ...(stacktrace === undefined ? {} : { stacktrace }),
  }
}

/** The whole text of a stack in the place of the message, as loggers write it. */
function parseToldStack({
  type,
  value,
  stacktrace,
}: JsonObject): { frames: object[]; message: string } | undefined {
  if (typeof value !== 'string' || !value.includes('\n') || isObject(stacktrace)) return undefined
  const told = parseStackText(value)
  if (!told) return undefined
  const prefix = typeof type === 'string' ? `${type}: ` : ''
  const { frames, message } = told
  return { frames, message: message.startsWith(prefix) ? message.slice(prefix.length) : message }
}

/** Some SDKs put the thrown object there instead of its message. */
function parseValue(value: unknown, longest: number, warnings: Warnings): string | undefined {
  const text = isObject(value) || Array.isArray(value) ? JSON.stringify(value) : value
  return parseText(text, longest, 'exception value', warnings)
}

function parseMechanism(mechanism: unknown, warnings: Warnings): NormalizedException['mechanism'] {
  if (!isObject(mechanism)) return undefined
  const type = parseText(mechanism.type, limits.nameChars, 'mechanism type', warnings) ?? 'generic'
  const { handled, data, meta } = mechanism
  return {
    type,
    ...(typeof handled === 'boolean' ? { handled } : {}),
    ...(isObject(data) ? { data: parseTreeObject(data, 'mechanism data', warnings) } : {}),
    ...defined({
      exception_id: parseInteger(mechanism.exception_id),
      parent_id: parseInteger(mechanism.parent_id),
      source: parseText(mechanism.source, limits.nameChars, 'mechanism source', warnings),
      is_exception_group: mechanism.is_exception_group === true || undefined,
      meta: isObject(meta) ? parseTreeObject(meta, 'mechanism meta', warnings) : undefined,
    }),
  }
}
