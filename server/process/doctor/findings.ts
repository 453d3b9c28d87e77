export interface Check {
  name: string
  state: 'ok' | 'warn' | 'fail'
  message: string
}

export type Finding = Omit<Check, 'name'>

export async function check(name: string, find: () => Finding | Promise<Finding>): Promise<Check> {
  try {
    return { name, ...(await find()) }
  } catch (error) {
    return { name, ...fail(messageOf(error)) }
  }
}

/** Leaves out what there is nothing to say about. */
export async function checkIfAny(name: string, find: () => Promise<Finding | undefined>): Promise<Check[]> {
  let isAny = true
  const found = await check(name, async () => {
    const finding = await find()
    isAny = finding !== undefined
    return finding ?? ok('')
  })
  return isAny ? [found] : []
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function ok(message: string): Finding {
  return { state: 'ok', message }
}

export function warn(message: string): Finding {
  return { state: 'warn', message }
}

export function fail(message: string): Finding {
  return { state: 'fail', message }
}
