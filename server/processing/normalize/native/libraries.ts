import type { NativeImage, NormalizedFrame } from '#server/processing/event.ts'
import {
  defined,
  isObject,
  type JsonObject,
  listOf,
  parseText,
  type Warnings,
} from '#server/processing/normalize/untrusted.ts'
import { limits } from '#server/protocol/limits.ts'
import { formatAddress, parseAddress } from './address.ts'
import { parseDebugId } from './debug-images.ts'

/** The executable and the libraries that a process had loaded: https://develop.sentry.dev/sdk/data-model/event-payloads/debugmeta/ */
export interface Libraries {
  /** The image that a frame's address is in, or else the one that its package names. It is kept with the event. */
  imageOf(frame: Pick<NormalizedFrame, 'instruction_addr' | 'package'>): NativeImage | undefined
  /** A process has hundreds: those that a frame is in are kept, and those without addresses, such as ProGuard's mappings. */
  kept(): NativeImage[] | undefined
}

interface Range {
  start: bigint
  end: bigint
  image: NativeImage
}

export function readLibraries(debugMeta: unknown, warnings: Warnings): Libraries {
  const given = imagesOf(debugMeta).filter(({ type }) => type !== 'sourcemap')
  const images = distinct(given.map((image) => parseImage(image, warnings)))
  const ranges = images.flatMap(rangeOf).sort((a, b) => (a.start < b.start ? -1 : 1))
  const byFile = new Map(images.flatMap((image) => (image.code_file ? [[image.code_file, image]] : [])))
  const used = new Set(images.filter(({ image_addr }) => image_addr === undefined))
  return {
    imageOf(frame) {
      const address = frame.instruction_addr
      const image =
        (address !== undefined && imageAt(ranges, BigInt(address))) || byFile.get(frame.package ?? '')
      if (image) used.add(image)
      return image
    },
    kept() {
      const kept = images.filter((image) => used.has(image))
      if (kept.length > limits.images)
        warnings.add(`images: the first ${limits.images} of ${kept.length} were kept`)
      return kept.length === 0 ? undefined : kept.slice(0, limits.images)
    },
  }
}

function imagesOf(debugMeta: unknown): JsonObject[] {
  return isObject(debugMeta) ? listOf(debugMeta.images).filter(isObject) : []
}

function parseImage(image: JsonObject, warnings: Warnings): NativeImage {
  const read = (name: string, longest: number = limits.moduleChars) =>
    parseText(image[name], longest, `image ${name}`, warnings)
  const size = image.image_size
  return {
    type: read('type') ?? 'other',
    ...defined({
      code_file: read('code_file', limits.urlChars) ?? read('name', limits.urlChars),
      code_id: parseHex(image.code_id),
      debug_file: read('debug_file', limits.urlChars),
      debug_id: parseImageId(image.debug_id ?? image.uuid ?? image.id),
      image_addr: addressOf(image.image_addr),
      image_size: typeof size === 'number' && Number.isSafeInteger(size) && size > 0 ? size : undefined,
      image_vmaddr: addressOf(image.image_vmaddr),
      arch: read('arch'),
    }),
  }
}

function addressOf(given: unknown): string | undefined {
  const address = parseAddress(given)
  return address === undefined ? undefined : formatAddress(address)
}

/** A UUID, after which Windows has the age: `…-1`. */
function parseImageId(given: unknown): string | undefined {
  return parseDebugId(given) ?? parseHex(given)
}

/** Ids of other forms are none: what is no number may be anything. */
function parseHex(given: unknown): string | undefined {
  return typeof given === 'string' && /^[\da-f-]{1,80}$/i.test(given) ? given.toLowerCase() : undefined
}

function rangeOf(image: NativeImage): Range[] {
  const { image_addr, image_size } = image
  if (image_addr === undefined || image_size === undefined) return []
  const start = BigInt(image_addr)
  return [{ start, end: start + BigInt(image_size), image }]
}

/** By halves: a crash of a large process has thousands of frames and hundreds of images. */
function imageAt(ranges: readonly Range[], address: bigint): NativeImage | undefined {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.start ?? 0n) <= address) low = middle + 1
    else high = middle
  }
  const range = ranges[low - 1]
  return range && address < range.end ? range.image : undefined
}

function distinct(images: NativeImage[]): NativeImage[] {
  return [...new Map(images.map((image) => [JSON.stringify(image), image])).values()]
}
