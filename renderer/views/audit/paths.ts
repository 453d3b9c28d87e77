import { auditFilePath, type FilterParams, type Path, query } from '#renderer/paths.ts'

export function auditPath(filter: FilterParams = {}): Path {
  return `/settings/audit${query(filter)}`
}

export function auditFileOf(filter: FilterParams): Path {
  return `${auditFilePath}${query(filter)}`
}
