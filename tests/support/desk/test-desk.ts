import { onTestFinished } from 'vitest'
import { type DeskProcess, removeData, startDesk } from './desk-process.ts'

/** Starts a desk for the test that runs, which ends it, however the test does. */
export async function startTestDesk(options: Parameters<typeof startDesk>[0] = {}): Promise<DeskProcess> {
  const desk = await startDesk(options)
  onTestFinished(async () => {
    await desk.stop()
    await removeData(desk)
  })
  return desk
}
