import type { FrameMapping } from './frame-mapping.ts'

/**
 * One event after normalizing: the payload of https://develop.sentry.dev/sdk/data-model/event-payloads/
 * in one shape, whatever SDK and version sent it. Stored as JSON, shown by the pages, answered by the API.
 */
export interface NormalizedEvent {
  /** 32 lower-case hex characters. */
  event_id: string
  /** Seconds since the epoch, as the client says. */
  timestamp: number
  /** Seconds since the epoch, by our clock. */
  received: number
  platform: string
  level: EventLevel
  logger?: string
  server_name?: string
  release?: string
  dist?: string
  environment?: string
  transaction?: string
  /** The message, with its parameters put in. Absent on most exceptions. */
  message?: string
  /** The message before its parameters were put in, where the SDK sent it so. */
  message_template?: string
  /** Exceptions from the oldest cause to the outermost. */
  exception: { values: NormalizedException[] }
  /** What ran at that time, the thread that failed first. */
  threads?: NormalizedThread[]
  breadcrumbs: { values: NormalizedBreadcrumb[] }
  tags: [string, string][]
  user?: { id?: string; email?: string; username?: string; ip_address?: string; [key: string]: unknown }
  request?: NormalizedRequest
  contexts: Record<string, Record<string, unknown>>
  /** The scripts of its stacks by debug id, by which source maps are found. */
  debug_images?: DebugImage[]
  /** The libraries of a native process that its frames are in. */
  images?: NativeImage[]
  /** The packages that were installed, with their versions. */
  modules?: [name: string, version: string][]
  extra: Record<string, unknown>
  fingerprint?: string[]
  /** A hash by which old SDKs group their events themselves. */
  checksum?: string
  /** The project's rule that the event met, as it was then. */
  grouping_rule?: { match: string[]; fingerprint?: string[]; title?: string; level?: EventLevel }
  sdk?: NormalizedSdk
  /** Codes for looking the event up, ours and foreign. */
  digests: string[]
  /** What was cut or left out at the endpoint, in words. */
  ingestion_warnings: string[]
}

export interface NormalizedSdk {
  name: string
  version: string
  packages?: [name: string, version: string][]
  /** What it was told or found to hook into: `Express`, `django`. */
  integrations?: string[]
}

export type EventLevel = 'fatal' | 'error' | 'warning' | 'info' | 'debug'

export interface NormalizedException {
  type?: string
  value?: string
  module?: string
  mechanism?: ExceptionMechanism
  /** Frames from the outermost call to the innermost, as on the wire. */
  stacktrace?: { frames: NormalizedFrame[] }
}

/** How it was caught, and where it belongs among the exceptions of its event: https://develop.sentry.dev/sdk/data-model/event-payloads/exception/ */
export interface ExceptionMechanism {
  type: string
  handled?: boolean
  data?: Record<string, unknown>
  /** Its number within the event. Foreign data repeats numbers, and names some that there are not: see stack/exception-tree.ts. */
  exception_id?: number
  /** The number of the exception that holds it, or that it caused. */
  parent_id?: number
  /** Its place in its parent: `errors[1]`, `cause`, `__context__`. */
  source?: string
  /** It holds exceptions that failed together, as an `AggregateError` does. */
  is_exception_group?: true
  /** What the operating system says of it: `signal`, `mach_exception`, `ns_error`, `errno`. */
  meta?: Record<string, unknown>
}

/** One script whose frames a source map can name. */
export interface DebugImage {
  type: 'sourcemap'
  /** The script's address, as the frames say it. */
  code_file: string
  /** A UUID in lower case with dashes. */
  debug_id: string
}

/** An executable or a library in memory. Addresses are hexadecimal, `0x1b240d7b0`. */
export interface NativeImage {
  /** `elf`, `macho`, `pe`, `proguard` and the like. */
  type: string
  code_file?: string
  code_id?: string
  debug_file?: string
  debug_id?: string
  image_addr?: string
  /** Size in bytes. */
  image_size?: number
  image_vmaddr?: string
  arch?: string
}

export interface NormalizedThread {
  id?: string
  name?: string
  /** The platform's name of the state: `WAITING`, `suspended`. */
  state?: string
  /** It is the one that the event is about; its stack may stand at the exceptions alone. */
  failed?: boolean
  /** It ended the process. */
  crashed?: boolean
  main?: boolean
  stacktrace?: { frames: NormalizedFrame[] }
}

export interface NormalizedFrame {
  function?: string
  /** As it was before a source map named it. */
  raw_function?: string
  module?: string
  /** The image, library or assembly of compiled code. */
  package?: string
  /** The address of the instruction, hexadecimal: `0x1b240d7b0`. */
  instruction_addr?: string
  filename?: string
  abs_path?: string
  lineno?: number
  colno?: number
  /** As the SDK says; where it says nothing, as version 1 of the grouping has it: see stack/own-frame.ts. */
  in_app: boolean
  /** The SDK says nothing, and its place is a library of the operating system. */
  is_system?: true
  context_line?: string
  pre_context?: string[]
  post_context?: string[]
  /** What a source map made of it, when it is read; never stored. */
  mapping?: FrameMapping
  /** Local variables by name, as texts: what the SDK wrote of them, or their JSON. */
  vars?: Record<string, string>
}

export interface NormalizedBreadcrumb {
  /** Seconds since the epoch. */
  timestamp: number
  type: string
  category: string
  level: EventLevel
  message?: string
  data?: Record<string, unknown>
  /** The event that the breadcrumb is about, 32 lower-case hex characters. */
  event_id?: string
}

export interface NormalizedRequest {
  method?: string
  url?: string
  query_string?: string
  headers: [string, string][]
  cookies?: [string, string][]
  data?: unknown
  env?: Record<string, unknown>
}
