/** Why a change was not made that has to wait until the latest events are counted: that takes too long. */
export class StillCounting extends Error {
  constructor() {
    super('the latest events are still being counted; try again in a moment')
  }
}

/** Returns the reason instead of throwing it. */
export async function orStillCounting<T>(changing: Promise<T>): Promise<T | StillCounting> {
  try {
    return await changing
  } catch (error) {
    if (error instanceof StillCounting) return error
    throw error
  }
}
