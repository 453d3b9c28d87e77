import { type Command, type CommandCall, type CommandResult, withDesk } from '#server/cli/command.ts'
import type { EventDetail } from '#server/models/events.ts'
import type { NormalizedFrame } from '#server/processing/event.ts'
import type { Explanation } from '#server/processing/frame-mapping.ts'

export const explainSourceMaps: Command = {
  words: ['sourcemaps', 'explain'],
  argument: 'EVENT',
  flags: [],
  summary: 'say for each frame of an event how its source was found, or why it was not and what to do',
  run: explain,
}

function explain(call: CommandCall): Promise<CommandResult> {
  return withDesk(call, async (desk) => {
    const refuse = (message: string) => ({ refusal: `Cannot explain the event: ${message}` })
    const match = await desk.search.findTarget(call.argument)
    if (!match) return refuse(`there is no event or issue "${call.argument}"`)
    const eventId = match.kind === 'event' ? match.eventId : 'latest'
    const event = await desk.events.find(match.issueId, eventId)
    if (!event) return refuse(`no event of issue ${match.issueId} is stored`)
    const frames = listFrames(event).map((frame) => toVerdict(frame, event.payload.platform))
    if (frames.length === 0) return refuse('it has no stack trace')
    return {
      json: { project: event.projectSlug, eventId: event.eventId, frames },
      text: [
        `Event ${event.eventId} of project ${event.projectSlug}, release ${event.release ?? 'none'}:`,
        ...frames.flatMap(describe),
      ].join('\n'),
    }
  })
}

/** The innermost call of each exception first, the outermost exception first. */
function listFrames({ payload }: EventDetail): NormalizedFrame[] {
  return payload.exception.values
    .toReversed()
    .flatMap(({ stacktrace }) => stacktrace?.frames.toReversed() ?? [])
}

interface Verdict extends Explanation {
  /** `mapped`, or the reason why not. */
  verdict: string
  frame: string
}

function toVerdict(frame: NormalizedFrame, platform: string): Verdict {
  const { mapping } = frame
  const nothingToDo = { remedy: '', command: null, frame: placeOf(frame) }
  if (mapping?.isMapped === false) {
    const { problem = mapping.reason, remedy = '', command = null } = mapping.explanation ?? {}
    return { verdict: mapping.reason, frame: placeOf(frame), problem, remedy, command }
  }
  if (mapping?.isMapped) {
    if (mapping.explanation)
      return { verdict: 'no_source_text', frame: placeOf(frame), ...mapping.explanation }
    const { file, line, column } = mapping.sent
    const way = mapping.by === 'file name' ? 'the file name alone, so it may be another file' : mapping.by
    const problem = `Mapped by ${way}; sent as ${file}:${line}:${column ?? '?'}.`
    return { verdict: 'mapped', problem, ...nothingToDo }
  }
  const isScript = platform === 'javascript' || platform === 'node'
  if (isScript && frame.context_line !== undefined)
    return { verdict: 'already_mapped', problem: 'It came with its lines of code.', ...nothingToDo }
  return { verdict: 'not_javascript', problem: 'It is of no bundled script.', ...nothingToDo }
}

function placeOf({ function: name, filename, abs_path, lineno, colno }: NormalizedFrame): string {
  const place = [filename ?? abs_path ?? 'unknown file', lineno, colno].filter((part) => part !== undefined)
  return `${name ?? '(anonymous)'} ${place.join(':')}`
}

function describe({ frame, verdict, problem, remedy, command }: Verdict): string[] {
  const lines = [problem, remedy, command ?? ''].filter((line) => line !== '')
  return ['', frame, `  ${verdict}`, ...lines.map((line) => `  ${line}`)]
}
