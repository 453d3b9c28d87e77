import { expect, it } from 'vitest'
import { parseBlobSettings } from '#server/config/blob-settings.ts'
import { parseBucketUrl } from '#server/store/blobs/s3/bucket.ts'
import { signRequest } from '#server/store/blobs/s3/sign-request.ts'

it.each([
  ['s3://files', 's3://files/', 'https://files.s3.us-east-1.amazonaws.com/', '', 'us-east-1'],
  [
    's3://files/a/b/?region=eu-central-1',
    's3://files/a/b',
    'https://files.s3.eu-central-1.amazonaws.com/',
    'a/b/',
    'eu-central-1',
  ],
  ['s3://my.files/x', 's3://my.files/x', 'https://s3.us-east-1.amazonaws.com/my.files/', 'x/', 'us-east-1'],
  [
    's3://files/x?endpoint=http://127.0.0.1:9000&region=auto',
    's3://files/x',
    'http://127.0.0.1:9000/files/',
    'x/',
    'auto',
  ],
])('%s is a bucket', (text, name, url, prefix, region) => {
  expect(parseBucketUrl(text)).toEqual({ name, url, prefix, region })
})

it.each([
  ['https://files.s3.amazonaws.com/', 'which is not an address like'],
  ['files', 'which is not an address like'],
  ['s3://key:secret@files/', 'which has credentials'],
  ['s3://F/', 'whose bucket has no valid name'],
  ['s3://files/a b', 'whose prefix has characters'],
  ['s3://files//a', 'whose prefix has characters'],
  ['s3://files/a?zone=eu', 'where "zone" is neither region nor endpoint'],
  ['s3://files/a?region=EU', 'whose region is not like eu-central-1'],
  [
    's3://files/a?endpoint=http://127.0.0.1/s3',
    'whose endpoint is not an http or https address without a path',
  ],
  ['s3://files/a?endpoint=ftp://x', 'whose endpoint is not an http or https address without a path'],
])('%s is none', (text, refusal) => {
  expect(parseBucketUrl(text)).toContain(refusal)
})

it('reads credentials by the names that AWS’s tools use, and names what is missing', () => {
  const env = { BLOB_URL: 's3://files/desk', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(parseBlobSettings({})).toBeUndefined()
  expect(parseBlobSettings(env)?.credentials).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret' })
  expect(parseBlobSettings({ ...env, AWS_SESSION_TOKEN: 'token' })?.credentials.sessionToken).toBe('token')
  const refusalOf = (changed: Record<string, string>) => () => parseBlobSettings({ ...env, ...changed })
  expect(refusalOf({ AWS_ACCESS_KEY_ID: '' })).toThrow(
    'Cannot start: BLOB_URL is set without AWS_ACCESS_KEY_ID',
  )
  expect(refusalOf({ AWS_SECRET_ACCESS_KEY: '' })).toThrow('BLOB_URL is set without AWS_SECRET_ACCESS_KEY')
  expect(refusalOf({ BLOB_URL: 's3://id:secret@files' })).toThrow(
    'Cannot start: BLOB_URL is set to an address which has credentials: set AWS_ACCESS_KEY_ID instead',
  )
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, with its example's key and date. */
it('signs the list of AWS’s documentation as it says', async () => {
  const bucket = {
    ...{ name: '', url: 'https://examplebucket.s3.amazonaws.com/', prefix: '', region: 'us-east-1' },
    credentials: {
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    },
  }
  const { headers } = await signRequest(
    bucket,
    { method: 'GET', key: '', query: { 'max-keys': '2', prefix: 'J' } },
    Date.UTC(2013, 4, 24),
  )
  expect(headers.get('authorization')).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, ' +
      'SignedHeaders=host;x-amz-content-sha256;x-amz-date, ' +
      'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})
