import type { Side } from '#server/processing/span.ts'

/** SDKs of frameworks with both sides, like Next.js, are told apart by platform or by what their spans do. */
const BROWSER_SDK =
  /^sentry\.javascript\.(?:browser|react|vue|angular|svelte|solid|ember|gatsby|preact|capacitor|wasm)$/
const BROWSER_OP = /^(?:pageload|navigation|ui|browser|resource|paint)(?:\.|$)/

/** Where a span ran. */
export function sideOf(span: { platform?: unknown; sdk?: unknown; op: string; kind?: unknown }): Side {
  const { platform, sdk, op, kind } = span
  if (kind === 'server' || op === 'http.server') return 'server'
  if (platform === 'javascript' || (typeof sdk === 'string' && BROWSER_SDK.test(sdk))) return 'browser'
  return platform === undefined && BROWSER_OP.test(op) ? 'browser' : 'server'
}
