import { expect, it } from 'vitest'
import { simulate } from '#server/alerts/decide/windows.ts'
import { replayNew } from '#tests/support/alerts/replay-new.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const STARTED = Date.UTC(2026, 10, 25, 9)

/** `count` times, one after another. */
function timesOf(from: number, count: number, stepMs: number): number[] {
  return Array.from({ length: count }, (_, index) => STARTED + from + index * stepMs)
}

/** On one engine: what is compared is the same for both. */
it('simulates as many messages, about as much, as the desk sends of bursts, trickles and single issues', async () => {
  const times = [
    ...timesOf(0, 12, 300),
    ...timesOf(20 * SECOND_MS, 5, 47 * SECOND_MS),
    ...timesOf(HOUR_MS, 20, 9 * MINUTE_MS),
    ...timesOf(10 * HOUR_MS, 1, 0),
    ...timesOf(10 * HOUR_MS + 61 * SECOND_MS, 2, 30 * SECOND_MS),
    ...timesOf(11 * HOUR_MS, 3, 2 * MINUTE_MS),
  ]
  const { sent, told } = await replayNew('sqlite', times)
  const simulated = simulate(times)
  expect({ sent, told }).toEqual({ sent: simulated.length, told: times.length })
  expect(simulated.flatMap(({ members }) => members)).toHaveLength(times.length)
})
