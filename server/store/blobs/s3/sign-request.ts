import { AwsV4Signer } from 'aws4fetch'
import type { Bucket } from './bucket.ts'

export interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  /** The object's; empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: { sha256: string; bytes: Uint8Array }
}

/** Of no bytes. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * Signs a request as https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html says. The body's hash is
 * signed too, so that the server refuses other bytes. `now` is in milliseconds since the epoch.
 */
export async function signRequest(
  { url: bucketUrl, region, credentials }: Bucket,
  { method, key, query = {}, headers = {}, body }: S3Request,
  now: number,
): Promise<{ url: string; headers: Headers }> {
  const url = new URL(key, bucketUrl)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const signer = new AwsV4Signer({
    ...{ method, url: url.href, region, service: 's3', ...credentials },
    headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
    datetime: new Date(now).toISOString().replace(/[-:]|\.\d+/g, ''),
  })
  const signed = await signer.sign()
  return { url: signed.url.href, headers: signed.headers }
}
