const NEWLINE = 0x0a

/** Reads the first line of a body before anything after it is kept. */
export interface GateKeeper {
  /** A longer line is judged by its beginning. */
  longestBytes: number
  /** Lets the rest in, or throws the reason not to. */
  judge(line: Uint8Array): Promise<void>
}

interface Flow {
  pause(): void
  resume(): void
  fail(error: unknown): void
}

export interface Gate {
  /** Receives each piece that was kept. */
  pass(piece: Uint8Array): void
  /** Runs the callback when the body is complete and was let in. */
  end(then: () => void): void
}

/** Holds a body up at the end of its first line until its sender is known. Without a keeper it is open. */
export function createGate(keeper: GateKeeper | undefined, flow: Flow): Gate {
  if (!keeper) return { pass() {}, end: (then) => then() }
  const { longestBytes, judge } = keeper
  const pieces: Uint8Array[] = []
  let seenBytes = 0
  let judgement: Promise<boolean> | undefined

  function ask(): Promise<boolean> {
    const beginning = Buffer.concat(pieces.splice(0), Math.min(seenBytes, longestBytes + 1))
    const end = beginning.indexOf(NEWLINE)
    const line = end === -1 ? beginning : beginning.subarray(0, end)
    return judge(line).then(
      () => true,
      (error) => {
        flow.fail(error)
        return false
      },
    )
  }

  return {
    pass(piece) {
      if (judgement) return
      pieces.push(piece)
      seenBytes += piece.length
      if (seenBytes <= longestBytes && !piece.includes(NEWLINE)) return
      flow.pause()
      judgement = ask()
      void judgement.then((isIn) => isIn && flow.resume())
    },
    end(then) {
      if (seenBytes === 0) return then() // Nothing arrived that could be judged.
      judgement ??= ask()
      void judgement.then((isIn) => isIn && then())
    },
  }
}
