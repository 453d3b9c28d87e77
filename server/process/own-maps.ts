import type { Assembler } from '#server/artifacts/assembler.ts'
import { registerOwnBuild } from '#server/artifacts/own-build.ts'
import { MINUTE_MS } from '#server/protocol/time.ts'
import type { Store } from '#server/store/engine/store.ts'
import { OWN_PROJECT_ID } from '#server/store/projects/own-project.ts'
import type { Writer } from '#server/writer/writer.ts'
import type { SelfTelemetry } from './self-telemetry.ts'

interface OwnMapsOptions {
  root: string
  release: string
  store: Store
  writer: Pick<Writer, 'onCommit'>
  assembler: Pick<Assembler, 'add'>
  telemetry: Pick<SelfTelemetry, 'report'>
  clock: () => number
}

/** Compiling them takes a second: no start waits for it, and what runs for a moment never does it. */
const AFTER_MS = MINUTE_MS

/**
 * Registers the source maps of the desk's own pages as soon as something of the desk failed, and after a minute in any
 * case. Returns what calls it off.
 */
export function registerOwnMaps(options: OwnMapsOptions): () => void {
  const { root, release, store, writer, assembler, telemetry, clock } = options
  const timer = setTimeout(register, AFTER_MS).unref()
  const stopListening = writer.onCommit(({ arrivals }) => {
    if (arrivals.some(({ projectId }) => projectId === OWN_PROJECT_ID)) register()
  })

  function stop(): void {
    clearTimeout(timer)
    stopListening()
  }

  function register(): void {
    stop()
    registerOwnBuild({ store, assembler, root, release, now: clock() }).catch((error: unknown) =>
      telemetry.report(error, 'process'),
    )
  }
  return stop
}
