export interface FrameVar {
  name: string
  value: string
  /** The failing line uses it, and it holds nothing. */
  isSuspect: boolean
}

/** What SDKs write for a variable that holds nothing. */
const EMPTY = new Set(['undefined', '<undefined>', 'null', '<null>', 'None', 'nil', 'NaN', '<NaN>'])

/**
 * Puts the variables that the failing line names first, those of them that hold nothing before the others.
 * The rest keeps the order of the SDK.
 */
export function orderVars(vars: Readonly<Record<string, string>>, line = ''): FrameVar[] {
  const words = new Set(line.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))
  const rankOf = ({ name, isSuspect }: FrameVar) => (isSuspect ? 0 : words.has(name) ? 1 : 2)
  return Object.entries(vars)
    .map(([name, value]) => ({ name, value, isSuspect: words.has(name) && EMPTY.has(value) }))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}
