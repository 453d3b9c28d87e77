import { type FilterParams, type Path, query } from '#renderer/paths.ts'

/** The form of a rule, about one monitor or check where one is named. */
export function newRulePath(about: { monitor?: number; check?: number } = {}): Path {
  const { monitor, check } = about
  return `/alerts/rules/new${query({ monitor: monitor?.toString(), check: check?.toString() })}`
}

export function rulePath(id: number): Path {
  return `/alerts/rules/${id}`
}

export function channelPath(id: number): Path {
  return `/alerts/channels/${id}`
}

/** The form of a channel of this kind. */
export function newChannelPath(kind: string): Path {
  return `/alerts/channels/new${query({ kind })}`
}

export function messagesPath(filter: FilterParams = {}): Path {
  return `/alerts/messages${query(filter)}`
}

export function messagePath(id: number): Path {
  return `/alerts/messages/${id}`
}
