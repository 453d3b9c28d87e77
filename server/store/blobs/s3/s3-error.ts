/** An answer of an S3 server that is no success. */
export class S3Error extends Error {
  override name = 'S3Error'
  readonly status: number
  /** The server's word for it, such as `NoSuchKey`; empty if it said none. */
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /** Whether the same request may succeed a little later. */
  get isPassing(): boolean {
    return this.status === 429 || this.status >= 500
  }
}

/** What is read of an answer that is no success. */
const MOST_ERROR_BYTES = 16 * 1024

export async function readS3Error(response: Response): Promise<S3Error> {
  const { status, headers } = response
  const text = await readStart(response)
  const code = plain(textBetween(text, '<Code>', '</Code>'))
  const detail = plain(textBetween(text, '<Message>', '</Message>'))
  const region = headers.get('x-amz-bucket-region')
  const hint = status === 301 && region !== null ? ` The bucket's region is ${plain(region)}.` : ''
  return new S3Error(
    status,
    code,
    `${code || 'no reason was given'} (${status})${detail && `: ${detail}`}${hint}`,
  )
}

async function readStart({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MOST_ERROR_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, MOST_ERROR_BYTES)
}

/** The server's words end up in logs. */
function plain(text: string): string {
  return text.replace(/\p{C}/gu, ' ').slice(0, 300)
}

/** Empty if there is no such element. */
export function textBetween(text: string, start: string, end: string): string {
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  return from < 0 || to < 0 ? '' : text.slice(from + start.length, to)
}
