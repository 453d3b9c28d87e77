import { hashOf } from '#server/store/maintenance/attachment-files.ts'
import { sampleEnvelope } from '#tests/support/builders/sample-events.ts'
import { aCheckIn, aLogContainer } from '#tests/support/builders/sample-records.ts'
import { anEnvelopeOf } from '#tests/support/builders/sample-traces.ts'
import { sampleTransactionEnvelope } from '#tests/support/builders/sample-transactions.ts'
import { anEventId } from '#tests/support/store/event-store.ts'

/** What must be found in the store once an envelope was answered 200. */
export type Proof =
  | { kind: 'event'; eventId: string }
  | { kind: 'transaction'; eventId: string; traceId: string }
  | { kind: 'log'; body: string }
  | { kind: 'check-in'; checkInId: string; status: 'in_progress' | 'ok' }
  | { kind: 'attachment'; eventId: string; sha256: string }

export interface Delivery {
  body: Uint8Array<ArrayBuffer>
  proofs: Proof[]
}

type Make = (number: number) => Delivery[]

/** The kinds take turns. What belongs together, an event and its attachment, is sent in both orders. */
const KINDS: readonly Make[] = [
  anEvent,
  aTransaction,
  aLog,
  checkIns,
  anEvent,
  eventWithAttachment,
  eventBesideAttachment,
]

/** One envelope after the other, each of them varied by the number; the same for the same number. */
export function deliveriesOf(number: number): Delivery[] {
  return KINDS[number % KINDS.length]?.(number) ?? []
}

const encode = (text: string) => new Uint8Array(Buffer.from(text))

function inBothOrders<T>(number: number, items: [T, T]): T[] {
  return Math.floor(number / KINDS.length) % 2 === 0 ? items : items.toReversed()
}

function anEvent(number: number): Delivery[] {
  const eventId = anEventId(number)
  return [{ body: encode(sampleEnvelope(number, eventId)), proofs: [{ kind: 'event', eventId }] }]
}

function aTransaction(number: number): Delivery[] {
  const ids = { eventId: anEventId(number), traceId: anEventId(number + 2 ** 40) }
  return [{ body: encode(sampleTransactionEnvelope(number, ids)), proofs: [{ kind: 'transaction', ...ids }] }]
}

function aLog(number: number): Delivery[] {
  const bodies = [`cart ${number} is priced`, `cart ${number} is paid`]
  return [
    {
      body: new Uint8Array(anEnvelopeOf(aLogContainer(bodies))),
      proofs: bodies.map((body) => ({ kind: 'log', body })),
    },
  ]
}

/** Its start and its end, of which the end may come first. */
function checkIns(number: number): Delivery[] {
  const checkInId = anEventId(number)
  return inBothOrders(number, ['in_progress', 'ok'] as const).map((status) => ({
    body: new Uint8Array(anEnvelopeOf(aCheckIn({ check_in_id: checkInId, status }))),
    proofs: [{ kind: 'check-in', checkInId, status }],
  }))
}

function anAttachment(number: number) {
  const bytes = new Uint8Array(500 + (number % 40_000)).map((_, index) => (index * 31 + number) % 251)
  const header = { type: 'attachment', length: bytes.length, filename: `cart-${number}.bin` }
  const item = Buffer.concat([encode(`${JSON.stringify(header)}\n`), bytes, encode('\n')])
  const proof: Proof = { kind: 'attachment', eventId: anEventId(number), sha256: hashOf(bytes) }
  return { item, proof }
}

function eventWithAttachment(number: number): Delivery[] {
  const eventId = anEventId(number)
  const [header = '', ...event] = sampleEnvelope(number, eventId).split('\n')
  const { item, proof } = anAttachment(number)
  const items = inBothOrders(number, [encode(event.join('\n')), item])
  const body = Buffer.concat([encode(`${header}\n`), ...items])
  return [{ body: new Uint8Array(body), proofs: [{ kind: 'event', eventId }, proof] }]
}

function eventBesideAttachment(number: number): Delivery[] {
  const [event] = anEvent(number)
  const { item, proof } = anAttachment(number)
  const body = Buffer.concat([encode(`${JSON.stringify({ event_id: anEventId(number) })}\n`), item])
  const attachment = { body: new Uint8Array(body), proofs: [proof] }
  return event === undefined ? [] : inBothOrders(number, [event, attachment])
}
