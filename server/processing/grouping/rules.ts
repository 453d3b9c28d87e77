import type { NormalizedEvent, NormalizedFrame } from '#server/processing/event.ts'
import { matchesGlob } from '#server/processing/glob.ts'
import type { Title } from '#server/processing/title.ts'
import type { GroupingRule } from '#server/protocol/grouping-rule.ts'
import { limits } from '#server/protocol/limits.ts'
import { putIn } from './variables.ts'

type Matcher = GroupingRule['match'][number]

/** The first rule of which all matchers hold. */
export function matchingRule(
  event: NormalizedEvent,
  rules: readonly GroupingRule[] | undefined,
): GroupingRule | undefined {
  return rules?.find(({ match }) => isMatch(event, match))
}

/** What a rule asks for, said on the event that it met, so that the event explains itself when the rule is gone. */
export function withRule(event: NormalizedEvent, rule: GroupingRule | undefined): NormalizedEvent {
  if (!rule) return event
  const { fingerprint, title, level } = rule
  return {
    ...event,
    ...(level ? { level } : {}),
    grouping_rule: {
      match: rule.match.map(({ key, glob }) => `${key}=${glob}`),
      ...(fingerprint ? { fingerprint } : {}),
      ...(title ? { title: putIn(title, event) } : {}),
      ...(level ? { level } : {}),
    },
  }
}

/** A rule's title stands where the type and its value would. */
export function withRuleTitle(title: Title, { grouping_rule }: NormalizedEvent): Title {
  if (grouping_rule?.title === undefined) return title
  return { ...title, value: grouping_rule.title.slice(0, limits.titleChars) }
}

/** Matchers of frames are held against one frame together: a path and a function mean the function in that file. */
function isMatch(event: NormalizedEvent, match: readonly Matcher[]): boolean {
  const ofFrames = match.filter(({ key }) => Object.hasOwn(FRAME_TEXTS, key))
  const ofEvent = match.filter(({ key }) => !Object.hasOwn(FRAME_TEXTS, key))
  if (!ofEvent.every(({ key, glob }) => eventTexts(event, key).some((text) => matchesGlob(text, glob)))) {
    return false
  }
  if (ofFrames.length === 0) return true
  const frames = event.exception.values.flatMap(({ stacktrace }) => stacktrace?.frames ?? [])
  return frames.some((frame) => ofFrames.every((matcher) => isFrameMatch(frame, matcher)))
}

/** A rule may be written for the source or for what was sent. */
const FRAME_TEXTS: Record<string, (frame: NormalizedFrame) => (string | undefined)[]> = {
  path: ({ filename, abs_path }) => [filename, abs_path],
  module: ({ module }) => [module],
  function: (frame) => [
    frame.function,
    frame.mapping?.isMapped ? (frame.mapping.sent.function ?? undefined) : undefined,
  ],
}

function isFrameMatch(frame: NormalizedFrame, { key, glob }: Matcher): boolean {
  const texts = Object.hasOwn(FRAME_TEXTS, key) ? (FRAME_TEXTS[key]?.(frame) ?? []) : []
  return texts.some((text) => text !== undefined && matchesGlob(text, glob))
}

function eventTexts(event: NormalizedEvent, key: string): string[] {
  const { message, exception, release, level, tags } = event
  const given = (...texts: (string | undefined)[]) => texts.filter((text) => text !== undefined)
  switch (key) {
    case 'type':
      return given(...exception.values.map(({ type }) => type))
    case 'message':
      return given(message, ...exception.values.map(({ value }) => value))
    case 'release':
      return given(release)
    case 'level':
      return [level]
    default:
      return given(tags.find(([name]) => `tags.${name}` === key)?.[1])
  }
}
