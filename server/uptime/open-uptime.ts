import { randomBytes } from 'node:crypto'
import type { Store } from '#server/store/engine/store.ts'
import { createProbe, type Probe } from './probe/probe.ts'
import type { TellingOptions } from './run/run-checks.ts'
import { startUptime } from './start-uptime.ts'

interface OpenUptimeOptions extends TellingOptions {
  store: Store
  /** Milliseconds since the epoch. */
  clock: () => number
  /** Whether addresses of private networks may be asked. */
  allowPrivate: boolean
  onFailure: (thrown: unknown) => void
}

/** Starts asking what is due, and gives what asks an address at once. */
export function openUptime({ allowPrivate, ...options }: OpenUptimeOptions): {
  probe: Probe
  close(): Promise<void>
} {
  const probe = createProbe({
    allowPrivate,
    stopwatch: () => performance.now(),
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  })
  const { close } = startUptime({ ...options, probe })
  return { probe, close }
}
