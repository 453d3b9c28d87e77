import { anEnvelopeOf, type SampleItem } from '#tests/support/builders/sample-traces.ts'
import { envelopeUrl } from './send-event.ts'

/** One envelope of such items, as an SDK sends it; stored when this resolves. */
export async function sendItems(dsn: string, ...items: SampleItem[]): Promise<void> {
  const response = await fetch(envelopeUrl(dsn), {
    method: 'POST',
    body: Buffer.from(anEnvelopeOf(...items)),
  })
  if (!response.ok) throw new Error(`Cannot send items: the desk answered ${response.status}`)
}
