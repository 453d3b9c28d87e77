import { openDelivering } from '#server/alerts/open-alerts.ts'
import { type CommandCall, type CommandResult, withDesk } from '#server/cli/command.ts'
import type { Desk } from '#server/desk/desk.ts'

export async function testChannel(call: CommandCall): Promise<CommandResult> {
  const { config, clock, argument, say } = call
  const onFailure = (thrown: unknown) => say(thrown instanceof Error ? thrown.message : String(thrown))
  const { delivering, close } = openDelivering({ settings: config.alerts, clock, onFailure })
  try {
    return await withDesk(call, (desk) => sendTest(desk, argument), { delivering })
  } finally {
    await close()
  }
}

async function sendTest({ alerts }: Desk, named: string): Promise<CommandResult> {
  const channels = await alerts.channels.list()
  const channel =
    channels.find(({ id }) => String(id) === named) ?? channels.find(({ name }) => name === named)
  if (channel === undefined) return { refusal: `Cannot send a test: there is no channel "${named}"` }
  const answer = await alerts.channels.test(channel.id)
  if ('refusal' in answer) return answer
  const { state, status, reason, durationMs, response } = answer
  const said = status === undefined ? '' : ` (status ${status})`
  return {
    isFailure: state !== 'delivered',
    json: {
      channel: channel.name,
      state,
      status: status ?? null,
      reason: reason ?? null,
      durationMs,
      response,
    },
    text:
      state === 'delivered'
        ? `${channel.name} accepted it in ${durationMs} ms${said}`
        : `${channel.name} did not accept it${said}: ${reason}`,
  }
}
