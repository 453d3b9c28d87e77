import type { DeskProcess } from '#tests/support/desk/desk-process.ts'

/** Desks on one database, of which those that were killed start again while more happens to it. */
export interface RestartedDesks {
  /** The addresses of those that run. */
  urls(): string[]
  /** Kills so many of those that run, and does not wait until they run again. */
  kill(quantity: number): Promise<void>
  untilOneRuns(): Promise<void>
  untilAllRun(): Promise<void>
  /** Kills all of them, and gives their folders. */
  close(): Promise<DeskProcess[]>
}

/** A start fails if the database fails meanwhile. */
const MOST_STARTS = 30

export function restartDesks(
  first: readonly DeskProcess[],
  { start, random }: { start: (dataDir: string) => Promise<DeskProcess>; random: () => number },
): RestartedDesks {
  const running = new Set(first)
  const starting = new Set<Promise<void>>()

  function startAgain({ dataDir }: DeskProcess): void {
    const started = startAnyhow(dataDir).then((desk) => {
      running.add(desk)
      starting.delete(started)
    })
    starting.add(started)
    started.catch(() => undefined) // whoever waits for it hears of it
  }

  async function startAnyhow(dataDir: string): Promise<DeskProcess> {
    for (let tries = 1; ; tries++) {
      try {
        return await start(dataDir)
      } catch (error) {
        if (tries === MOST_STARTS) throw error
      }
    }
  }

  return {
    urls: () => [...running].map(({ url }) => url),
    async kill(quantity) {
      const all = [...running]
      const from = Math.floor(random() * all.length)
      const killed = [...all.slice(from), ...all.slice(0, from)].slice(0, quantity)
      for (const desk of killed) running.delete(desk)
      await Promise.all(killed.map((desk) => desk.stop('SIGKILL')))
      for (const desk of killed) startAgain(desk)
    },
    async untilOneRuns() {
      while (running.size === 0) await Promise.race(starting)
    },
    untilAllRun: async () => void (await Promise.all(starting)),
    async close() {
      await Promise.allSettled(starting)
      await Promise.all([...running].map((desk) => desk.stop('SIGKILL')))
      return [...running]
    },
  }
}
