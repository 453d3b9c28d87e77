import fastifyFormbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'

/** What one form may bring. Fields of text fit into the first; only files need the second. */
export const formLimits = {
  urlencodedBytes: 64 * 1024,
  multipartBytes: 1024 * 1024,
  fields: 200,
  files: 8,
} as const

/** Names a rendered form, so that it runs once, however often it is sent. */
const idempotencyField = 'idempotency-key'

export interface PostedFile {
  /** The form's field. */
  field: string
  file: File
}

// a type, not an interface: parsers give records
export type PostedForm = {
  fields: URLSearchParams
  files: PostedFile[]
  /** The form's own name, which is no field of the action's. */
  idempotencyKey: string | undefined
}

/** Forms are all that pages take: what Fastify reads by itself (JSON, text) is answered 415. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  // thrown on to the application's own handler, as a sentence of ours
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

/** A form with nothing in it has no body, and no parser sees it. */
export function postedForm(body: unknown): PostedForm {
  const form = (body as PostedForm | undefined) ?? toPostedForm([]) // from the parsers above
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

/** Node has a multipart parser inside `Response`; the body is whole and bounded when it gets here. */
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
      // a file input that was left empty sends a file of nothing, with no name
      if (value.name !== '' || value.size > 0) form.files.push({ field: name, file: value })
    } else if (name === idempotencyField) form.idempotencyKey ||= value
    else form.fields.append(name, value)
  }
  return form
}
