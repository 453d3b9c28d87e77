import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'
import { attributesIn, memberOf, textIn } from './values.ts'

/** What is said once for many spans or log records: https://opentelemetry.io/docs/specs/semconv/resource/ */
export interface OtlpResource {
  release: string | undefined
  environment: string | undefined
  serverName: string | undefined
  language: string | undefined
  /** The attributes that are stored with each item, under `resource.` and the names of `sentry.` attributes. */
  attributes: JsonObject
}

export function parseResource(container: unknown): OtlpResource {
  const given = attributesIn(memberOf(container, 'resource'))
  const text = (name: string) => {
    const value = given[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const release = text('sentry.release') ?? releaseOf(text('service.name'), text('service.version'))
  const environment =
    text('sentry.environment') ?? text('deployment.environment.name') ?? text('deployment.environment')
  return {
    release,
    environment,
    serverName: text('host.name') ?? text('service.instance.id'),
    language: text('telemetry.sdk.language'),
    attributes: {
      ...prefixed(given),
      ...(release === undefined ? {} : { 'sentry.release': release }),
      ...(environment === undefined ? {} : { 'sentry.environment': environment }),
    },
  }
}

/** `shop@1.4.2`, as Sentry's SDKs name releases; a version that is so named already stays. */
function releaseOf(service: string | undefined, version: string | undefined): string | undefined {
  if (version === undefined || version.includes('@')) return version
  return service === undefined || service.startsWith('unknown_service') ? version : `${service}@${version}`
}

/** Bounded as a whole: what stands here once is stored with every span. */
function prefixed(given: JsonObject): JsonObject {
  const attributes: JsonObject = {}
  let chars = 0
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith('sentry.')) continue
    chars += name.length + JSON.stringify(value).length
    if (chars > limits.otlpResourceChars) break
    attributes[`resource.${name}`] = value
  }
  return attributes
}

/** The library that recorded. */
export function parseScope(container: unknown): JsonObject {
  const scope = memberOf(container, 'scope')
  const cut = (text: string | undefined) => text?.slice(0, limits.nameChars)
  const name = cut(textIn(scope, 'name'))
  const version = cut(textIn(scope, 'version'))
  return {
    ...(name === undefined ? {} : { 'otel.scope.name': name }),
    ...(version === undefined ? {} : { 'otel.scope.version': version }),
  }
}

/** As items of Sentry's containers say them; JSON's own types say enough. */
export function toItemAttributes(attributes: JsonObject): JsonObject {
  const items = Object.entries(attributes).map(([name, value]) => [name, { value, type: typeof value }])
  return Object.fromEntries(items)
}
