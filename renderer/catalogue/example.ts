import type { ReactNode } from 'react'

/** A component in its states, named after its file. */
export interface Example {
  name: string
  states: readonly { name: string; shown: ReactNode }[]
}

export function example(name: string, states: Record<string, ReactNode>): Example {
  return { name, states: Object.entries(states).map(([state, shown]) => ({ name: state, shown })) }
}
