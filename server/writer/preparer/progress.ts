/** Where a preparer is; it says so in memory that it shares with the main thread, which still reads it when it is dead. */
export interface Progress {
  readonly shared: SharedArrayBuffer
  begin(batch: number): void
  /** Works on the envelope of this index. Behind the last one: on what is made of all of them. */
  workOn(envelope: number): void
  /** Does nothing, or waits for others. */
  rest(): void
  /** The batch is the writer's now. */
  handOver(batch: number): void
  read(): { batch: number; envelope: number | undefined; handedOver: number }
}

const [BATCH, ENVELOPE, HANDED_OVER] = [0, 1, 2]
const RESTS = -1

export function createProgress(shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT)): Progress {
  const cells = new Int32Array(shared)
  const rest = () => void Atomics.store(cells, ENVELOPE, RESTS)
  return {
    shared,
    begin: (batch) => void Atomics.store(cells, BATCH, batch),
    workOn: (envelope) => void Atomics.store(cells, ENVELOPE, envelope),
    rest,
    handOver(batch) {
      Atomics.store(cells, HANDED_OVER, batch)
      rest()
    },
    read() {
      const envelope = Atomics.load(cells, ENVELOPE)
      return {
        batch: Atomics.load(cells, BATCH),
        envelope: envelope === RESTS ? undefined : envelope,
        handedOver: Atomics.load(cells, HANDED_OVER),
      }
    },
  }
}
