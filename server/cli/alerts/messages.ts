import { type CommandCall, type CommandResult, withDesk } from '#server/cli/command.ts'
import { formatMinute, formatTable } from '#server/cli/table.ts'
import { type ListedMessage, MESSAGE_STATES } from '#server/models/alerts/deliveries.ts'

const LIMIT = 100

export function listMessages(call: CommandCall): Promise<CommandResult> {
  const { state: given } = call.flags
  const state = MESSAGE_STATES.find((each) => each === given)
  return withDesk(call, async (desk) => {
    if (given !== undefined && state === undefined)
      return { refusal: `Cannot list the messages: a state is one of ${MESSAGE_STATES.join(', ')}` }
    const { items } = await desk.alerts.messages.list({ state, limit: LIMIT })
    return { json: items, text: items.length === 0 ? 'There are no messages' : formatTable(items.map(toRow)) }
  })
}

function toRow({ id, state, createdAt, channel, attempts, reason, title }: ListedMessage): string[] {
  const tried = attempts === 1 ? '1 try' : `${attempts} tries`
  const why = reason === null || state === 'delivered' ? title : `${title}: ${reason}`
  return [String(id), state, formatMinute(createdAt), channel?.name ?? '(deleted channel)', tried, why]
}

export function retryMessage(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const retried = await desk.alerts.messages.retry(Number(call.argument))
    if ('refusal' in retried) return retried
    return { json: retried, text: `A running desk sends it again within seconds: ${retried.title}` }
  })
}

export function discardMessage(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const discarded = await desk.alerts.messages.discard(Number(call.argument))
    if ('refusal' in discarded) return discarded
    return { json: discarded, text: `Discarded: ${discarded.title}` }
  })
}
