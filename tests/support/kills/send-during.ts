import { setTimeout as pause } from 'node:timers/promises'
import { type Delivery, deliveriesOf, type Proof } from './deliveries.ts'
import type { Ledger } from './send-until-killed.ts'

export interface Desks {
  /** Their addresses now: one that was killed comes back at another. */
  urls: () => readonly string[]
  publicKey: string
  projectId: number
}

const SENDERS = 20
const BACK_OFF_MS = 100

/** Several senders at once, to all desks in turn, until the fault is over. Gives what those answered 200 held. */
export async function sendDuring(
  { urls, publicKey, projectId }: Desks,
  fault: () => Promise<void>,
  ledger: Ledger,
): Promise<Proof[]> {
  const acknowledged: Proof[] = []
  const again = ledger.unanswered.splice(0)
  let isOver = false
  let sent = 0
  const send = async (delivery: Delivery) => {
    const all = urls()
    const url = `${all[sent++ % all.length]}/api/${projectId}/envelope/?sentry_key=${publicKey}`
    const response = await fetch(url, { method: 'POST', body: delivery.body }).catch(() => undefined)
    if (response?.status === 200) {
      acknowledged.push(...delivery.proofs)
      return
    }
    ledger.unanswered.push(delivery)
    await pause(BACK_OFF_MS) // as SDKs do: senders that try at once would leave nothing of the machine to the desks
  }
  const sender = async () => {
    while (!isOver) {
      const repeated = again.pop()
      for (const delivery of repeated ? [repeated] : deliveriesOf(ledger.next++)) await send(delivery)
    }
  }
  const senders = Array.from({ length: SENDERS }, sender)
  try {
    await fault()
  } finally {
    isOver = true
    await Promise.all(senders)
  }
  ledger.unanswered.push(...again)
  return acknowledged
}
