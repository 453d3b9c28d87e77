import { randomBytes } from 'node:crypto'
import type { Store } from '#server/store/engine/store.ts'
import { createProbe, type Probe } from './probe/probe.ts'
import { startUptime } from './start-uptime.ts'

interface OpenUptimeOptions {
  store: Store
  /** Milliseconds since the epoch. */
  clock: () => number
  /** Whether addresses of private networks may be asked. */
  allowPrivate: boolean
  onFailure: (thrown: unknown) => void
}

/** Starts asking what is due, and gives what asks an address at once. */
export function openUptime({ store, clock, allowPrivate, onFailure }: OpenUptimeOptions): {
  probe: Probe
  close(): Promise<void>
} {
  const probe = createProbe({
    allowPrivate,
    stopwatch: () => performance.now(),
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  })
  const { close } = startUptime({ store, clock, probe, onFailure })
  return { probe, close }
}
