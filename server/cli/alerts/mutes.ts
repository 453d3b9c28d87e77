import { type CommandCall, type CommandResult, withDesk } from '#server/cli/command.ts'
import { formatMinute } from '#server/cli/table.ts'

export function mute(call: CommandCall): Promise<CommandResult> {
  const { minutes = '', reason = '' } = call.flags
  return withDesk(call, async (desk) => {
    const place = placeOf(call)
    if (place === undefined) return { refusal: `Cannot stop alerts: ${ONE_PLACE}` }
    const muted = await desk.alerts.mutes.add({ project: place, minutes, reason })
    if ('refusal' in muted) return muted
    const text = `No alerts of ${nameOf(place)} until ${formatMinute(muted.until)}`
    return { json: muted, text }
  })
}

/** Ends all that mute the project itself; those of all projects have to be named. */
export function unmute(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const place = placeOf(call)
    if (place === undefined) return { refusal: `Cannot end mutes: ${ONE_PLACE}` }
    if (place !== '' && (await desk.projects.find(place)) === undefined)
      return { refusal: `Cannot end mutes: there is no project "${place}"` }
    const mutes = (await desk.alerts.mutes.list()).filter(({ project }) => (project?.slug ?? '') === place)
    for (const { id } of mutes) await desk.alerts.mutes.end(id)
    const text =
      mutes.length === 0
        ? `Nothing mutes ${nameOf(place)}`
        : `Alerts of ${nameOf(place)} are sent again: ${mutes.length === 1 ? '1 mute' : `${mutes.length} mutes`} ended`
    return { json: { project: place || null, ended: mutes.length }, text }
  })
}

const ONE_PLACE = 'name a project, or give --all'

/** A slug, or an empty text for all; undefined where neither is given, or both. */
function placeOf({ argument, flags }: CommandCall): string | undefined {
  if (flags.all === true) return argument === '' ? '' : undefined
  return argument === '' ? undefined : argument
}

function nameOf(place: string): string {
  return place === '' ? 'all projects' : place
}
