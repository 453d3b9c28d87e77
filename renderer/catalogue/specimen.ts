import type { ReactNode } from 'react'

/** A component, named as its file is, in its states. */
export interface Specimen {
  name: string
  states: readonly { name: string; shown: ReactNode }[]
}

export function specimen(name: string, states: Record<string, ReactNode>): Specimen {
  return { name, states: Object.entries(states).map(([state, shown]) => ({ name: state, shown })) }
}
