import { limits } from '../../ingest/limits.ts'
import type { NormalizedException } from '../event.ts'
import { readStacktrace } from './stacktrace.ts'
import { isObject, type JsonObject, listOf, readText, readTreeObject, type Warnings } from './untrusted.ts'

/** `exception` as a list, as `{values}`, or as the one exception that old SDKs send. */
export function readExceptions(value: unknown, platform: string, warnings: Warnings): NormalizedException[] {
  const isBare = isObject(value) && !('values' in value) && ('type' in value || 'value' in value)
  const values = (isBare ? [value] : listOf(value)).filter(isObject)
  if (values.length > limits.exceptions)
    warnings.add(`exceptions: the outermost ${limits.exceptions} were kept`)
  return values
    .slice(-limits.exceptions)
    .map((exception) => readException(exception, platform, warnings))
    .filter((exception) => Object.keys(exception).length > 0)
}

function readException(exception: JsonObject, platform: string, warnings: Warnings): NormalizedException {
  const { exceptionTypeChars, messageChars, nameChars } = limits
  const type = readText(exception.type, exceptionTypeChars, 'exception type', warnings)
  const value = readValue(exception.value, messageChars, warnings)
  const module = readText(exception.module, nameChars, 'exception module', warnings)
  const mechanism = readMechanism(exception.mechanism, warnings)
  const stacktrace = readStacktrace(exception.stacktrace, platform, warnings)
  return {
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { value }),
    ...(module === undefined ? {} : { module }),
    ...(mechanism === undefined ? {} : { mechanism }),
    ...(stacktrace === undefined ? {} : { stacktrace }),
  }
}

/** Some SDKs put the thrown object there instead of its message. */
function readValue(value: unknown, longest: number, warnings: Warnings): string | undefined {
  const text = isObject(value) || Array.isArray(value) ? JSON.stringify(value) : value
  return readText(text, longest, 'exception value', warnings)
}

function readMechanism(mechanism: unknown, warnings: Warnings): NormalizedException['mechanism'] {
  if (!isObject(mechanism)) return undefined
  const type = readText(mechanism.type, limits.nameChars, 'mechanism type', warnings) ?? 'generic'
  const { handled, data } = mechanism
  return {
    type,
    ...(typeof handled === 'boolean' ? { handled } : {}),
    ...(isObject(data) ? { data: readTreeObject(data, 'mechanism data', warnings) } : {}),
  }
}
