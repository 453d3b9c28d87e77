import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { STARTED } from '#tests/support/alerts/alerts-bench.ts'
import type { Engine } from '#tests/support/postgres/each-engine.ts'
import { createPostgresDatabase } from '#tests/support/postgres/postgres-database.ts'
import { openPostgresEventStore } from '#tests/support/postgres/postgres-event-store.ts'
import { openEventStore } from '#tests/support/store/event-store.ts'

/** A store with the file or the address by which a process of its own opens it as well. */
export async function openPlace(engine: Engine) {
  const clock = () => STARTED
  if (engine === 'sqlite') {
    const opened = await openEventStore(clock)
    return { ...opened, place: opened.file }
  }
  const url = await createPostgresDatabase()
  return { ...(await openPostgresEventStore({ url, clock })), place: url }
}

/** Gives what it was sent: the key of each request, with what it is about. */
export async function openReceiver() {
  const received: { key: string; title: string; issues: string[] }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as {
        data: { title: string; subjects: { id: string }[] }
      }
      received.push({
        key: String(request.headers['webhook-id']),
        title: body.data.title,
        issues: body.data.subjects.map(({ id }) => id),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } // a listening server has one
}
