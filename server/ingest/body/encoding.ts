import type { Readable } from 'node:stream'
import {
  constants,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type Gunzip,
  type Inflate,
  type InflateRaw,
  type ZstdDecompress,
} from 'node:zlib'
import { createGate, type GateKeeper } from './gate.ts'

type RefusalStatus = 400 | 403 | 408 | 411 | 413 | 415 | 503

/** A body that can't be accepted; status and message go back to the sender. */
export class RefusedBody extends Error {
  readonly status: RefusalStatus

  constructor(status: RefusalStatus, message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

export interface BodyBounds {
  /** The limit of bytes as sent. */
  bodyBytes: number
  /** The limit of bytes after decompression. */
  envelopeBytes: number
  /** The limit of the ratio of output to input, for bodies that are not small. */
  ratio: number
  /** Receives every piece before it is kept; may throw a `RefusedBody`. */
  hold?: (bytes: number) => void
  /** Receives every piece as it was sent, and the end. */
  arrived?: (bytes: number) => void
  allArrived?: () => void
  /** Receives the function that ends the reading early. */
  onStart?: (stop: (refusal: RefusedBody) => void) => void
  /** Decides about the rest when the first line is there. */
  head?: GateKeeper
}

type Body = Uint8Array<ArrayBuffer>

/**
 * Reads a body, decompresses it by its Content-Encoding, and stops at the first byte too many: a bomb costs no more
 * than decompression up to the limit. The bytes have a buffer of their own, so that they can be handed to another
 * thread.
 */
export async function readBody(
  source: Readable,
  contentEncoding: string | undefined,
  bounds: BodyBounds,
): Promise<Body> {
  const packing = findPacking(contentEncoding)
  return packing ? readPacked(source, packing, bounds) : readPlain(source, bounds)
}

const CHUNK_BYTES = 64 * 1024
/** 8 MiB, which zstd's levels up to 19 need. Without this bound a frame could claim 128 MiB before its first byte. */
const ZSTD_WINDOW_LOG = 23

/** Small bodies may have any ratio: a page of blanks is no bomb. */
const RATIO_FROM_BYTES = 1024 * 1024

type Unpacker = Gunzip | Inflate | InflateRaw | ZstdDecompress

/** Bounds the members, since each costs a decompressor and may have only nine bytes. */
const MOST_FRAMES = 100

interface Packing {
  createUnpacker: (first: Uint8Array) => Unpacker
  /**
   * Encodings of which one member may follow another; Node decompresses one and drops the rest (for gzip, it
   * decompresses all).
   */
  isInFrames?: boolean
}

function findPacking(contentEncoding: string | undefined): Packing | undefined {
  switch (contentEncoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
    case 'utf-8': // Old Ruby and Android SDKs mean "none" by it.
      return undefined
    case 'gzip':
    case 'x-gzip':
      return { createUnpacker: () => createGunzip({ chunkSize: CHUNK_BYTES }) }
    case 'deflate':
      return { createUnpacker: createInflater }
    case 'zstd':
      return { createUnpacker: createUnzstd, isInFrames: true }
    default:
      // Brotli is refused too: no SDK sends it, and its decoders have had two holes.
      throw new RefusedBody(
        415,
        'Cannot read body: its Content-Encoding is not gzip, deflate, zstd or identity',
      )
  }
}

function createUnzstd(): Unpacker {
  const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG }
  return createZstdDecompress({ chunkSize: CHUNK_BYTES, params })
}

const ZLIB_METHOD = 8

/** `deflate` means zlib's wrapper (RFC 9110, 8.4.1.2), and some senders leave it out. */
function createInflater([first = ZLIB_METHOD]: Uint8Array): Unpacker {
  const isWrapped = (first & 0x0f) === ZLIB_METHOD
  return isWrapped ? createInflate({ chunkSize: CHUNK_BYTES }) : createInflateRaw({ chunkSize: CHUNK_BYTES })
}

function readPlain(source: Readable, bounds: BodyBounds): Promise<Body> {
  return new Promise((resolve, reject) => {
    const collector = createCollector(Math.min(bounds.bodyBytes, bounds.envelopeBytes), bounds.hold)
    const gate = createGate(bounds.head, {
      pause: () => source.pause(),
      resume: () => source.resume(),
      fail: (error) => fail(error),
    })
    const take = (piece: Uint8Array) => {
      bounds.arrived?.(piece.length)
      collector.add(piece)
      gate.pass(piece)
    }
    const end = () => {
      bounds.allArrived?.()
      gate.end(() => resolve(collector.join()))
    }
    const fail = onPieces(source, take, end, (error) => {
      collector.clear()
      source.resume() // The sender reads no answer until all was read.
      reject(error)
    })
    bounds.onStart?.(fail)
  })
}

/** Feeds one piece at a time: bytes that a decompressor leaves over come after the end of the compressed data. */
function readPacked(source: Readable, packing: Packing, bounds: BodyBounds): Promise<Body> {
  return new Promise((resolve, reject) => {
    const collector = createCollector(bounds.envelopeBytes, bounds.hold)
    let unpacker: Unpacker | undefined
    /** The data being decompressed, and how much of it the decompressor had taken before. */
    let current: { piece: Uint8Array; before: number } | undefined
    let bodyBytes = 0
    let unpackedBytes = 0
    let frames = 1
    let hasSourceEnded = false
    let hasFailed = false

    const fail = (error: unknown) => {
      hasFailed = true
      unpacker?.destroy()
      collector.clear()
      source.resume() // The sender reads no answer until all was read.
      reject(error)
    }
    const gate = createGate(bounds.head, {
      pause: () => unpacker?.pause(),
      resume: () => unpacker?.resume(),
      fail,
    })
    const takeSent = (piece: Uint8Array) => {
      if (hasFailed) return
      bounds.arrived?.(piece.length)
      bodyBytes += piece.length
      if (bodyBytes > bounds.bodyBytes) throw tooLarge('body', bounds.bodyBytes)
      source.pause()
      unpack(piece)
    }
    const unpack = (piece: Uint8Array) => {
      const taker = unpacker ?? start(piece)
      const before = taker.bytesWritten
      current = { piece, before }
      taker.write(piece, () => {
        // The rest is for `endUnpacker`: a decompressor that leaves bytes over has come to its end.
        if (hasFailed || current?.piece !== piece || taker.bytesWritten - before < piece.length) return
        current = undefined
        if (hasSourceEnded) taker.end()
        else source.resume()
      })
    }
    const takeUnpacked = (piece: Uint8Array) => {
      unpackedBytes += piece.length
      if (unpackedBytes > RATIO_FROM_BYTES && unpackedBytes > bodyBytes * bounds.ratio) {
        throw new RefusedBody(
          413,
          `Cannot read body: it decompresses to more than ${bounds.ratio} times its size`,
        )
      }
      collector.add(piece)
      gate.pass(piece)
    }
    const endUnpacker = () => {
      const rest = current?.piece.subarray((unpacker?.bytesWritten ?? 0) - current.before)
      if (!rest?.length) return gate.end(() => resolve(collector.join()))
      if (!packing.isInFrames || ++frames > MOST_FRAMES) {
        return fail(new RefusedBody(400, 'Cannot read body: trailing data after the compressed body'))
      }
      unpacker?.destroy()
      unpacker = undefined
      unpack(rest)
    }
    const start = (first: Uint8Array): Unpacker => {
      unpacker = packing.createUnpacker(first)
      onPieces(unpacker, takeUnpacked, endUnpacker, (error) => fail(asRefusal(error)))
      return unpacker
    }
    const endSource = () => {
      bounds.allArrived?.()
      hasSourceEnded = true // A paused stream may still end while its last piece is being decompressed.
      if (!hasFailed && !current) (unpacker ?? start(new Uint8Array())).end()
    }
    onPieces(source, takeSent, endSource, fail)
    bounds.onStart?.(fail)
  })
}

/**
 * Exactly one of `onEnd` and `onFailure` is called; afterwards pieces still flow and are dropped. Returns the function
 * that fails it.
 */
function onPieces(
  stream: Readable,
  onPiece: (piece: Uint8Array) => void,
  onEnd: () => void,
  onFailure: (error: unknown) => void,
): (error: unknown) => void {
  let isOver = false
  const once = (fn: () => void) => {
    if (isOver) return
    isOver = true
    fn()
  }
  stream.on('data', (piece: Uint8Array) => {
    if (isOver) return
    try {
      onPiece(piece)
    } catch (error) {
      once(() => onFailure(error))
    }
  })
  const fail = (error: unknown) => once(() => onFailure(error))
  stream.on('end', () => once(onEnd))
  stream.on('error', fail)
  stream.on('close', () => fail(new RefusedBody(400, 'Cannot read body: it ended too early')))
  return fail
}

function createCollector(limit: number, hold: BodyBounds['hold']) {
  const pieces: Uint8Array[] = []
  let size = 0
  return {
    add(piece: Uint8Array): void {
      size += piece.length
      if (size > limit) throw tooLarge('envelope', limit)
      hold?.(piece.length)
      pieces.push(piece)
    },
    /** A refused body is not kept, although its sender must send all of it. */
    clear(): void {
      pieces.length = 0
      size = 0
    },
    join(): Body {
      const body = new Uint8Array(new ArrayBuffer(size))
      let offset = 0
      for (const piece of pieces) {
        body.set(piece, offset)
        offset += piece.length
      }
      return body
    },
  }
}

function tooLarge(what: string, limit: number): RefusedBody {
  return new RefusedBody(413, `Cannot read ${what}: it is larger than ${limit} bytes`)
}

function asRefusal(error: unknown): RefusedBody {
  if (error instanceof RefusedBody) return error
  return new RefusedBody(400, 'Cannot read body: it does not match its Content-Encoding or is truncated', {
    cause: error,
  })
}
