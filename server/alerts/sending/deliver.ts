import type { ChannelAdapter, ChannelSettings, ChannelTools } from '#server/alerts/channels/channel.ts'
import type { ChannelKind, DeliveryAnswer } from '#server/models/alerts/channels.ts'
import type { AlertMessage, AlertRecipient } from '#server/models/alerts/messages.ts'
import type { ChannelRow } from '#server/store/alerts/channels.ts'

/** What messages are sent with. */
export interface Delivering {
  adapters: Readonly<Partial<Record<ChannelKind, ChannelAdapter>>>
  tools: ChannelTools
  /** Makes the address at which an account ends a mail; without it mails have none. */
  unsubscribeUrl?: ((accountId: number, to: AlertRecipient) => Promise<string>) | undefined
  /** Measures how long a try takes, in milliseconds. */
  stopwatch: () => number
  /** Called when an adapter itself fails, which is a mistake of ours. */
  onFailure: (thrown: unknown) => void
}

/** Tries once to deliver a message. It never throws. */
export async function deliver(
  { kind, settings }: Pick<ChannelRow, 'kind' | 'settings'>,
  message: AlertMessage,
  { adapters, tools, stopwatch, onFailure }: Delivering,
): Promise<DeliveryAnswer & { durationMs: number }> {
  const startedAt = stopwatch()
  const took = () => Math.round(stopwatch() - startedAt)
  try {
    const adapter = adapters[kind]
    if (adapter === undefined)
      return { ...refuse(`This version knows no channel of the kind "${kind}"`), durationMs: 0 }
    return { ...(await sendBy(adapter, { settings, message, tools })), durationMs: took() }
  } catch (thrown) {
    onFailure(thrown)
    return {
      ...refuse('Crumbtrail failed to make the message: the error is in its own project'),
      durationMs: took(),
    }
  }
}

/** Where a channel has incidents, what becomes of one goes its own way. */
function sendBy(
  adapter: ChannelAdapter,
  { settings, message, tools }: { settings: ChannelSettings; message: AlertMessage; tools: ChannelTools },
): Promise<DeliveryAnswer> {
  const { key, happening, title, url, at, subjects } = message
  const [subject] = subjects
  if (subject === undefined) return adapter.send(settings, message, tools)
  const about = { key, subjectId: subject.id, title, url, at }
  if (happening === 'resolved' && adapter.resolve) return adapter.resolve(settings, about, tools)
  if (happening === 'acknowledged' && adapter.acknowledge) return adapter.acknowledge(settings, about, tools)
  return adapter.send(settings, message, tools)
}

function refuse(reason: string): DeliveryAnswer {
  return { state: 'refused', status: undefined, reason, retryAfterMs: undefined, request: '', response: '' }
}
