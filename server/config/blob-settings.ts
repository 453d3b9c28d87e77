import { type Bucket, parseBucketUrl } from '#server/store/blobs/s3/bucket.ts'
import { ConfigError, type Environment } from './read-setting.ts'

/** Where attachments go beside the data directory; undefined for nowhere. Credentials have the names that AWS's tools use. */
export function parseBlobSettings(env: Environment): Bucket | undefined {
  const text = env.BLOB_URL?.trim()
  if (!text) return undefined
  const bucket = parseBucketUrl(text)
  // The value is not shown: someone may have put a secret into it.
  if (typeof bucket === 'string') throw new ConfigError(`BLOB_URL is set to an address ${bucket}`)
  const [accessKeyId, secretAccessKey] = [env.AWS_ACCESS_KEY_ID?.trim(), env.AWS_SECRET_ACCESS_KEY?.trim()]
  if (!accessKeyId) throw new ConfigError('BLOB_URL is set without AWS_ACCESS_KEY_ID')
  if (!secretAccessKey) throw new ConfigError('BLOB_URL is set without AWS_SECRET_ACCESS_KEY')
  const sessionToken = env.AWS_SESSION_TOKEN?.trim()
  return {
    ...bucket,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
  }
}
