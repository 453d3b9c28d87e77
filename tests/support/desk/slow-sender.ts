import { connect, type Socket } from 'node:net'

export interface SlowSender {
  /** What the server has answered so far. */
  answer(): string
  isClosed(): boolean
  /** Resolves when all but the end of it is sent, or the server has ended it. */
  sent: Promise<void>
  close(): void
}

export interface SlowBody {
  path: string
  /** What the body begins with. */
  first?: string
  /** How much of it is sent; its header promises one more. */
  bytes: number
  /** Sent by itself after the rest, about so much a second until it is closed. */
  drip?: number
}

const PIECE_BYTES = 64 * 1024
const DRIPS_A_SECOND = 10

/** A connection that sends a body but for its end, and holds it open. */
export function sendSlowly(origin: string, { path, first = '', bytes, drip = 0 }: SlowBody): SlowSender {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let answer = ''
  let isClosed = false
  let dripping: NodeJS.Timeout | undefined
  socket.on('data', (piece) => {
    answer += piece
  })
  socket.on('error', () => {}) // it was cut off, as it should be
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      isClosed = true
      clearInterval(dripping)
      resolve()
    }),
  )
  const promised = drip > 0 ? 40 * 1024 * 1024 : first.length + bytes + 1
  socket.write(`POST ${path} HTTP/1.1\r\nhost: desk.test\r\ncontent-length: ${promised}\r\n\r\n${first}`)
  const sent = Promise.race([closed, sendPieces(socket, bytes)]).then(() => {
    if (drip === 0 || isClosed) return
    const piece = Buffer.alloc(drip / DRIPS_A_SECOND, 'x')
    dripping = setInterval(() => socket.write(piece), 1_000 / DRIPS_A_SECOND)
  })
  return {
    answer: () => answer,
    isClosed: () => isClosed,
    sent,
    close() {
      clearInterval(dripping)
      socket.destroy()
    },
  }
}

async function sendPieces(socket: Socket, bytes: number): Promise<void> {
  const piece = Buffer.alloc(PIECE_BYTES, 'x')
  for (let left = bytes; left > 0 && !socket.destroyed; left -= PIECE_BYTES) {
    await new Promise((resolve) => socket.write(piece.subarray(0, Math.min(left, PIECE_BYTES)), resolve))
  }
}
