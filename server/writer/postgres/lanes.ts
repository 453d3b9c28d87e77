import type { FromPreparer } from '#server/writer/messages.ts'

/** Another batch is sent while one waits for the database's disk. */
const LANES = 2
/** The most envelopes in one transaction. */
const MOST_ENVELOPES = 256
/**
 * Fewer envelopes than this wait while another lane is busy, and share the next transaction: its statements cost more than
 * their rows do.
 */
const LEAST_BESIDE = 128

/** Gives waiting messages to lanes, as many at a time as there are. The further behind the lanes are, the less each message costs. */
export function createLanes(work: (messages: FromPreparer[]) => Promise<void>) {
  const waiting: FromPreparer[] = []
  const busy = new Set<Promise<void>>()

  function run(): void {
    while (waiting.length > 0 && hasLane()) {
      const lane = work(takeSome(waiting)).finally(() => {
        busy.delete(lane)
        run()
      })
      busy.add(lane)
    }
  }

  function hasLane(): boolean {
    if (busy.size === 0) return true
    return busy.size < LANES && countEnvelopes(waiting) >= LEAST_BESIDE
  }

  return {
    add(message: FromPreparer): void {
      waiting.push(message)
      run()
    },
    async idle(): Promise<void> {
      while (busy.size > 0) await Promise.all(busy)
    },
  }
}

function takeSome(waiting: FromPreparer[]): FromPreparer[] {
  let envelopes = 0
  const end = waiting.findIndex((message) => {
    envelopes += sizeOf(message)
    return envelopes > MOST_ENVELOPES
  })
  return waiting.splice(0, end < 0 ? waiting.length : Math.max(1, end))
}

function countEnvelopes(messages: readonly FromPreparer[]): number {
  return messages.reduce((sum, message) => sum + sizeOf(message), 0)
}

function sizeOf(message: FromPreparer): number {
  return message.kind === 'batch' ? message.envelopes.length : 0
}
