import fastifyFormbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'

/**
 * What one form may bring. Fields of text fit into the first; only files need the second.
 * @internal
 */
export const formLimits = {
  urlencodedBytes: 64 * 1024,
  multipartBytes: 1024 * 1024,
  fields: 200,
  files: 8,
} as const

/** Names a rendered form, so that it runs once, however often it is sent. */
const idempotencyField = 'idempotency-key'

export interface PostedFile {
  /** The name of the form's field. */
  field: string
  file: File
}

// This is a type, not an interface, because parsers return records.
export type PostedForm = {
  fields: URLSearchParams
  files: PostedFile[]
  /** The form's own name, which is not one of the action's fields. */
  idempotencyKey: string | undefined
}

/** Pages accept forms only: bodies that Fastify reads itself (JSON, text) are answered with 415. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  // It is thrown on to the application's own handler with our sentence.
  app.setErrorHandler((thrown: FastifyError | null) => {
    throw thrown?.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(thrown) : thrown
  })
  await app.register(fastifyFormbody, {
    bodyLimit: formLimits.urlencodedBytes,
    parser: (text) => toPostedForm(new URLSearchParams(text)),
  })
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: formLimits.multipartBytes },
    ({ headers }: FastifyRequest, body: Buffer) => parseMultipart(headers['content-type'] ?? '', body),
  )
}

/** An empty form has no body, so no parser sees it. */
export function postedForm(body: unknown): PostedForm {
  const form = (body as PostedForm | undefined) ?? toPostedForm([]) // The parsers above return this type.
  if (form.fields.size > formLimits.fields || form.files.length > formLimits.files) {
    throw refuseForm(413, `it has more than ${formLimits.fields} fields or ${formLimits.files} files`)
  }
  return form
}

function tooLarge(cause: FastifyError): Error {
  const { urlencodedBytes, multipartBytes } = formLimits
  const reason = `it has more than ${urlencodedBytes / 1024} KiB, or ${multipartBytes / 1024} KiB with files`
  return Object.assign(refuseForm(413, reason), { cause })
}

/** Fastify answers it with its status, as text or as JSON: see `answerError` in app.ts. */
export function refuseForm(statusCode: number, reason: string): Error {
  return Object.assign(new Error(`Cannot accept the form: ${reason}`), { statusCode })
}

/** Node has a multipart parser inside `Response`; the body is complete and bounded when it gets here. */
async function parseMultipart(contentType: string, body: Buffer): Promise<PostedForm> {
  const headers = { 'content-type': contentType }
  const form = await new Response(new Uint8Array(body), { headers }).formData().catch((cause) => {
    throw Object.assign(refuseForm(400, 'its multipart body cannot be read'), { cause })
  })
  return toPostedForm(form)
}

function toPostedForm(entries: Iterable<[string, string | File]>): PostedForm {
  const form: PostedForm = { fields: new URLSearchParams(), files: [], idempotencyKey: undefined }
  for (const [name, value] of entries) {
    if (typeof value !== 'string') {
      // An empty file input sends an empty file without a name.
      if (value.name !== '' || value.size > 0) form.files.push({ field: name, file: value })
    } else if (name === idempotencyField) form.idempotencyKey ||= value
    else form.fields.append(name, value)
  }
  return form
}
