import type { NormalizedEvent, NormalizedSdk } from '#server/processing/event.ts'
import { limits } from '#server/protocol/limits.ts'
import { defined, isObject, parseText, type Warnings } from './untrusted.ts'

/** https://develop.sentry.dev/sdk/data-model/event-payloads/sdk/ */
export function parseSdk(value: unknown, warnings: Warnings): NormalizedEvent['sdk'] {
  if (!isObject(value)) return undefined
  const name = parseText(value.name, limits.nameChars, 'sdk name', warnings)
  if (name === undefined) return undefined
  return {
    name,
    version: parseText(value.version, 64, 'sdk version', warnings) ?? '',
    ...defined({
      packages: parsePackages(value.packages, warnings),
      integrations: parseIntegrations(value.integrations, warnings),
    }),
  }
}

function parsePackages(given: unknown, warnings: Warnings): NormalizedSdk['packages'] {
  const packages = new Map<string, string>()
  for (const one of firstOf(given, 'sdk packages', warnings)) {
    const name = isObject(one) ? parseText(one.name, limits.moduleChars, 'sdk package', warnings) : undefined
    if (name === undefined || !isObject(one)) continue
    packages.set(name, parseText(one.version, 64, 'sdk package version', warnings) ?? '')
  }
  return packages.size === 0 ? undefined : [...packages]
}

function parseIntegrations(given: unknown, warnings: Warnings): string[] | undefined {
  const names = firstOf(given, 'sdk integrations', warnings).map((name) =>
    parseText(name, limits.moduleChars, 'sdk integration', warnings),
  )
  const distinct = new Set(names.filter((name) => name !== undefined))
  return distinct.size === 0 ? undefined : [...distinct]
}

function firstOf(given: unknown, name: string, warnings: Warnings): unknown[] {
  if (!Array.isArray(given)) return []
  if (given.length > limits.sdkParts) warnings.add(`${name}: the first ${limits.sdkParts} were kept`)
  return given.slice(0, limits.sdkParts)
}
