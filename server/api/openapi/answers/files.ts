import * as v from 'valibot'
import { flag, number, text, textOrNull, timeOrNull } from './common.ts'

export const ownershipAnswer = v.object({
  raw: textOrNull,
  fallthrough: flag,
  autoAssignment: text,
  isActive: flag,
  dateCreated: timeOrNull,
  lastUpdated: timeOrNull,
  codeownersAutoSync: flag,
})

export const codeownersAnswer = v.object({
  id: text,
  raw: text,
  dateCreated: timeOrNull,
  dateUpdated: timeOrNull,
  provider: text,
  codeMappingId: v.null(),
  mapping: v.record(v.string(), text),
  /** Lines that do nothing. */
  notes: v.array(v.object({ line: number, message: text })),
})

export const chunkUploadAnswer = v.object({
  url: text,
  /** Bytes, as the other sizes are. */
  chunkSize: number,
  chunksPerRequest: number,
  maxFileSize: number,
  maxRequestSize: number,
  concurrency: number,
  hashAlgorithm: text,
  compression: v.array(text),
  accept: v.array(text),
})

export const assembleAnswer = v.object({
  state: v.picklist(['not_found', 'created', 'assembling', 'ok', 'error']),
  /** SHA-1 of what is still to be sent. */
  missingChunks: v.array(text),
  detail: v.optional(textOrNull),
})
