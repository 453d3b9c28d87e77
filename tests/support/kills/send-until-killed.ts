import { type Delivery, deliveriesOf, type Proof } from './deliveries.ts'

export interface Target {
  url: string
  publicKey: string
  projectId: number
  /** Ends the process at once; resolves when it is gone. */
  kill(): Promise<void>
}

export interface Ledger {
  /** The next number that nothing was sent of. */
  next: number
  /** What was sent, and whose answer never came: a sender would send it again. */
  unanswered: Delivery[]
}

const SENDERS = 20

/** Several senders at once, until so many envelopes were answered 200 and the process is gone. Gives what those held. */
export async function sendUntilKilled(target: Target, killAfter: number, ledger: Ledger): Promise<Proof[]> {
  const acknowledged: Proof[] = []
  let answered = 0
  let killed: Promise<void> | undefined
  const kill = () => {
    killed ??= target.kill()
  }
  const again = ledger.unanswered.splice(0)
  const send = async (delivery: Delivery) => {
    const url = `${target.url}/api/${target.projectId}/envelope/?sentry_key=${target.publicKey}`
    const response = await fetch(url, { method: 'POST', body: delivery.body }).catch(() => undefined)
    if (response?.status !== 200) {
      ledger.unanswered.push(delivery)
      return
    }
    acknowledged.push(...delivery.proofs)
    answered++
    if (answered >= killAfter) kill()
  }
  const sender = async () => {
    while (killed === undefined) {
      const repeated = again.pop()
      for (const delivery of repeated ? [repeated] : deliveriesOf(ledger.next++)) await send(delivery)
    }
  }
  if (killAfter === 0) kill()
  await Promise.all(Array.from({ length: SENDERS }, sender))
  await killed
  ledger.unanswered.push(...again)
  return acknowledged
}
