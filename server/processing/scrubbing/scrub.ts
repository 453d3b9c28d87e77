import type {
  DebugImage,
  NativeImage,
  NormalizedBreadcrumb,
  NormalizedEvent,
  NormalizedException,
  NormalizedFrame,
  NormalizedRequest,
  NormalizedSdk,
  NormalizedThread,
} from '#server/processing/event.ts'
import type { JsonObject } from '#server/processing/normalize/untrusted.ts'
import { scrubBody } from '#server/processing/secrets/body.ts'
import { FILTERED } from '#server/processing/secrets/names.ts'
import type { Scrubber } from '#server/processing/secrets/scrubber.ts'
import { isLookAlike } from '#server/processing/secrets/values/look-alikes.ts'
import type { NormalizedSpan } from '#server/processing/span.ts'

/**
 * Puts `[Filtered]` where an event holds a secret: by the name that it goes by, or by its form. Lines of code
 * are read for forms only. Before the title and the grouping are made of it.
 */
export function scrub(event: NormalizedEvent, scrubber: Scrubber): NormalizedEvent {
  const { text, object, pairs } = scrubber
  const scrubbed: NormalizedEvent = {
    ...event,
    tags: pairs(event.tags),
    extra: object(event.extra),
    contexts: scrubContexts(event.contexts, scrubber),
    breadcrumbs: { values: event.breadcrumbs.values.map((crumb) => scrubBreadcrumb(crumb, scrubber)) },
    exception: { values: event.exception.values.map((exception) => scrubException(exception, scrubber)) },
    digests: event.digests.filter((digest) => text(digest) === digest),
  }
  if (event.threads) scrubbed.threads = event.threads.map((thread) => scrubThread(thread, scrubber))
  for (const name of TEXTS) {
    const given = event[name]
    if (given !== undefined) scrubbed[name] = text(given)
  }
  if (event.fingerprint) scrubbed.fingerprint = event.fingerprint.map(text)
  if (event.checksum !== undefined) scrubbed.checksum = text(event.checksum)
  if (event.sdk) scrubbed.sdk = scrubSdk(event.sdk, scrubber)
  if (event.debug_images)
    scrubbed.debug_images = event.debug_images.map((image) => scrubImage(image, scrubber))
  if (event.images) scrubbed.images = event.images.map((image) => scrubNativeImage(image, scrubber))
  if (event.modules) scrubbed.modules = scrubModules(event.modules, scrubber)
  if (event.user) scrubbed.user = object(event.user)
  if (event.request) scrubbed.request = scrubRequest(event.request, scrubber)
  return scrubbed
}

function scrubSdk(
  { name, version, packages, integrations }: NormalizedSdk,
  scrubber: Scrubber,
): NormalizedSdk {
  const { text } = scrubber
  const scrubbed: NormalizedSdk = { name: text(name), version: text(version) }
  if (packages) scrubbed.packages = scrubModules(packages, scrubber)
  if (integrations) scrubbed.integrations = integrations.map(text)
  return scrubbed
}

type Modules = NonNullable<NormalizedEvent['modules']>

/**
 * Hundreds of short names are read as one text, and one by one only where it holds a secret. A package may be called
 * `password`: its value stays if it is a version.
 */
function scrubModules(modules: Modules, { text, isSecretName }: Scrubber): Modules {
  const isSecret = ([name, version]: Modules[number]) => !VERSION.test(version) && isSecretName(name)
  const all = modules.map((module) => module.join(' ')).join('\n')
  if (text(all) === all && !modules.some(isSecret)) return modules
  return modules.map((module) => [text(module[0]), isSecret(module) ? FILTERED : text(module[1])])
}

const VERSION = /^[v^~]?\d{1,6}(?:\.\d{1,6})*(?:[-+.][\w.+-]{1,40})?$/

const TEXTS = [
  'platform',
  'logger',
  'server_name',
  'release',
  'dist',
  'environment',
  'transaction',
  'message',
  'message_template',
] as const satisfies (keyof NormalizedEvent)[]

export function scrubSpan(span: NormalizedSpan, { text, object }: Scrubber): NormalizedSpan {
  const { op, name, status, release, environment, data, measurements } = span
  return {
    ...span,
    op: text(op),
    name: text(name),
    status: text(status),
    release: release === null ? null : text(release),
    environment: environment === null ? null : text(environment),
    data: object(data),
    measurements: measurements && scrubKeys(measurements, text),
  }
}

/** A context stays an object: where its own name is a secret's, all that it holds is left out. */
function scrubContexts(contexts: NormalizedEvent['contexts'], { text, object, isSecretName }: Scrubber) {
  const scrubbed: NormalizedEvent['contexts'] = {}
  for (const name of Object.keys(contexts)) {
    const shown = object(contexts[name] ?? {})
    scrubbed[text(name)] = isSecretName(name) ? withoutValues(shown) : shown
  }
  return scrubbed
}

function withoutValues(held: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(held).map(([name, value]) => [name, value === null || value === '' ? value : FILTERED]),
  )
}

function scrubKeys<T>(given: Record<string, T>, text: Scrubber['text']): Record<string, T> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [text(name), value]))
}

function scrubBreadcrumb(crumb: NormalizedBreadcrumb, { text, object }: Scrubber): NormalizedBreadcrumb {
  const { type, category, message, data } = crumb
  const scrubbed = { ...crumb, type: text(type), category: text(category) }
  if (message !== undefined) scrubbed.message = text(message)
  if (data !== undefined) scrubbed.data = object(data)
  return scrubbed
}

function scrubException(exception: NormalizedException, scrubber: Scrubber) {
  const { text, object } = scrubber
  const { type, value, module, mechanism, stacktrace } = exception
  const scrubbed = { ...exception }
  if (type !== undefined) scrubbed.type = text(type)
  if (value !== undefined) scrubbed.value = text(value)
  if (module !== undefined) scrubbed.module = text(module)
  if (stacktrace)
    scrubbed.stacktrace = { frames: stacktrace.frames.map((frame) => scrubFrame(frame, scrubber)) }
  if (mechanism) {
    scrubbed.mechanism = { ...mechanism, type: text(mechanism.type) }
    if (mechanism.data) scrubbed.mechanism.data = object(mechanism.data)
    if (mechanism.meta) scrubbed.mechanism.meta = object(mechanism.meta)
    if (mechanism.source !== undefined) scrubbed.mechanism.source = text(mechanism.source)
  }
  return scrubbed
}

function scrubThread(thread: NormalizedThread, scrubber: Scrubber): NormalizedThread {
  const scrubbed = { ...thread }
  for (const name of ['id', 'name', 'state'] as const) {
    const given = thread[name]
    if (given !== undefined) scrubbed[name] = scrubber.text(given)
  }
  if (thread.stacktrace)
    scrubbed.stacktrace = { frames: thread.stacktrace.frames.map((frame) => scrubFrame(frame, scrubber)) }
  return scrubbed
}

function scrubFrame(frame: NormalizedFrame, scrubber: Scrubber): NormalizedFrame {
  const scrubbed = scrubFrameTexts(frame, scrubber)
  if (frame.vars === undefined) return scrubbed
  const vars = Object.entries(frame.vars).map(([name, value]): [string, string] => {
    const isSecret = scrubber.isSecretName(name) && !isLookAlike(name, value.replace(/^["']|["']$/g, ''))
    return [scrubber.text(name), isSecret ? FILTERED : scrubBody(value, scrubber)]
  })
  return { ...scrubbed, vars: Object.fromEntries(vars) }
}

/** By the rule of a frame's path, so that both still name the same script. */
function scrubImage(image: DebugImage, scrubber: Scrubber): DebugImage {
  return { ...image, code_file: scrubPath(image.code_file, scrubber) }
}

/** Ids and addresses are numbers. */
function scrubNativeImage(image: NativeImage, scrubber: Scrubber): NativeImage {
  const scrubbed = { ...image, type: scrubber.text(image.type) }
  for (const name of ['code_file', 'debug_file', 'arch'] as const) {
    const given = image[name]
    if (given !== undefined) scrubbed[name] = scrubPath(given, scrubber)
  }
  return scrubbed
}

/** A path with a query is scrubbed like an address. */
function scrubPath(given: string, { text, code }: Scrubber): string {
  return given.includes('=') ? text(given) : code(given)
}

/** Most frames hold none, and stay the same objects. */
function scrubFrameTexts(frame: NormalizedFrame, scrubber: Scrubber): NormalizedFrame {
  const { code } = scrubber
  const path = (given: string) => scrubPath(given, scrubber)
  const isClean = (given: string | undefined) => given === undefined || path(given) === given
  const isCleanCode = (line: string) => code(line) === line
  const { module, filename, abs_path, raw_function, context_line, pre_context, post_context } = frame
  const isCleanAsAWhole =
    isClean(frame.function) &&
    isClean(raw_function) &&
    isClean(frame.package) &&
    isClean(module) &&
    isClean(filename) &&
    isClean(abs_path) &&
    (context_line === undefined || isCleanCode(context_line)) &&
    (pre_context === undefined || pre_context.every(isCleanCode)) &&
    (post_context === undefined || post_context.every(isCleanCode))
  if (isCleanAsAWhole) return frame
  const scrubbed: NormalizedFrame = { ...frame }
  for (const name of ['function', 'raw_function', 'module', 'package', 'filename', 'abs_path'] as const) {
    const given = frame[name]
    if (given !== undefined) scrubbed[name] = path(given)
  }
  if (context_line !== undefined) scrubbed.context_line = code(context_line)
  if (pre_context) scrubbed.pre_context = pre_context.map(code)
  if (post_context) scrubbed.post_context = post_context.map(code)
  return scrubbed
}

function scrubRequest(request: NormalizedRequest, scrubber: Scrubber): NormalizedRequest {
  const { method, url, query_string, headers, cookies, data, env } = request
  const { text, object, pairs, value, isSecretName } = scrubber
  const scrubbed: NormalizedRequest = { ...request, headers: pairs(headers) }
  if (method !== undefined) scrubbed.method = text(method)
  if (url !== undefined) scrubbed.url = text(url)
  if (query_string !== undefined) scrubbed.query_string = text(query_string)
  if (data !== undefined) scrubbed.data = typeof data === 'string' ? scrubBody(data, scrubber) : value(data)
  // As the header that they come in: which of them are secrets is for the application alone to know.
  if (cookies && isSecretName('cookies')) scrubbed.cookies = cookies.map(([name]) => [text(name), FILTERED])
  else if (cookies) scrubbed.cookies = pairs(cookies)
  if (env !== undefined) scrubbed.env = object(env)
  return scrubbed
}
