const NEWLINE = 0x0a

/** Who reads the first line of a body before anything behind it is kept. */
export interface GateKeeper {
  /** A line that is longer is judged by its beginning. */
  longestBytes: number
  /** Lets the rest in, or throws why not. */
  judge(line: Uint8Array): Promise<void>
}

interface Flow {
  pause(): void
  resume(): void
  fail(error: unknown): void
}

export interface Gate {
  /** Told of each piece that was kept. */
  pass(piece: Uint8Array): void
  /** Runs what follows when the body is over and was let in. */
  end(then: () => void): void
}

/** Holds a body up at the end of its first line until it is known who sends it. Without a keeper it stands open. */
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
      if (seenBytes === 0) return then() // nothing came that could be judged
      judgement ??= ask()
      void judgement.then((isIn) => isIn && then())
    },
  }
}
