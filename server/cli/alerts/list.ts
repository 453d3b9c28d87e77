import { type CommandCall, type CommandResult, withDesk } from '#server/cli/command.ts'
import { formatMinute, formatTable } from '#server/cli/table.ts'
import type { ListedChannel } from '#server/models/alerts/deliveries.ts'
import type { ListedMute, ListedRule, Threshold } from '#server/models/alerts/rules.ts'

export function listAlerts(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async ({ alerts }) => {
    const [rules, channels, mutes] = await Promise.all([
      alerts.rules.list(),
      alerts.channels.list(),
      alerts.mutes.list(),
    ])
    const parts = [
      block(
        'Rules',
        rules.map((rule) => toRuleRow(rule, call.clock())),
      ),
      block('Channels', channels.map(toChannelRow)),
      block('Mutes', mutes.map(toMuteRow)),
    ]
    return { json: { rules, channels, mutes }, text: parts.join('\n\n') }
  })
}

function block(title: string, rows: readonly string[][]): string {
  return `${title}\n${rows.length === 0 ? '  none' : formatTable(rows.map((row) => [' ', ...row]))}`
}

function toRuleRow(rule: ListedRule, now: number): string[] {
  const { id, name, happening, threshold, project, isForEveryChannel, channels } = rule
  const isMuted = rule.mutedUntil !== null && rule.mutedUntil > now
  const count = threshold === null ? '' : formatThreshold(threshold)
  const to = isForEveryChannel
    ? 'every channel'
    : channels.map((each) => each.name).join(', ') || 'no channel'
  const state = !rule.isEnabled ? 'off' : isMuted ? 'muted' : 'on'
  return [String(id), state, happening + count, project?.slug ?? 'all projects', `to ${to}`, name]
}

function formatThreshold({ count, minutes, percent }: Threshold): string {
  const parts = [count > 0 && `${count}`, percent && `${percent} %`, minutes > 0 && `in ${minutes} min`]
  return ` ${parts.filter(Boolean).join(' ')}`
}

function toChannelRow({
  id,
  kind,
  name,
  isEnabled,
  failures,
  waiting,
  pausedUntil,
}: ListedChannel): string[] {
  const paused = pausedUntil === null ? '' : `, paused until ${formatMinute(pausedUntil)}`
  const state = failures === 0 ? 'works' : `failed ${failures} times${paused}`
  return [String(id), isEnabled ? 'on' : 'off', kind, state, `${waiting} waiting`, name]
}

function toMuteRow({ id, project, until, createdBy, reason }: ListedMute): string[] {
  return [
    String(id),
    project?.slug ?? 'all projects',
    `until ${formatMinute(until)}`,
    `by ${createdBy}`,
    reason,
  ]
}
