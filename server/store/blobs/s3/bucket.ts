/** Where objects of a bucket are, and who may reach them. */
export interface Bucket {
  /** For people: `s3://bucket/prefix`. */
  name: string
  /** The address of the bucket, with a slash at its end. */
  url: string
  /** Empty, or with a slash at its end. */
  prefix: string
  region: string
  credentials: Credentials
}

export interface Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET_NAME = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** Without characters that URLs and XML would encode. */
const PREFIX = /^[\w.-]+(?:\/[\w.-]+)*$/
const REGION = /^[a-z0-9-]{1,40}$/

/** Parses `s3://bucket/prefix?region=…&endpoint=…`; a text says what is wrong with it, as the end of a sentence. */
export function parseBucketUrl(text: string): Omit<Bucket, 'credentials'> | string {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:') return 'which is not an address like s3://bucket/prefix?region=eu-central-1'
  if (url.username + url.password !== '') return 'which has credentials: set AWS_ACCESS_KEY_ID instead'
  const { host: bucket, searchParams } = url
  if (!BUCKET_NAME.test(bucket)) return 'whose bucket has no valid name'
  const path = url.pathname.slice(1).replace(/\/$/, '')
  if (path !== '' && !PREFIX.test(path))
    return 'whose prefix has characters other than letters, digits, _, . and -'
  const unknown = [...searchParams.keys()].find((key) => key !== 'region' && key !== 'endpoint')
  if (unknown !== undefined) return `where ${JSON.stringify(unknown)} is neither region nor endpoint`
  const region = searchParams.get('region') ?? 'us-east-1'
  if (!REGION.test(region)) return 'whose region is not like eu-central-1'
  const endpoint = parseEndpoint(searchParams.get('endpoint'))
  if (endpoint === undefined) return 'whose endpoint is not an http or https address without a path'
  const prefix = path === '' ? '' : `${path}/`
  return { name: `s3://${bucket}/${path}`, url: addressOf(bucket, region, endpoint), prefix, region }
}

/** Empty for AWS itself; undefined if it is no origin. */
function parseEndpoint(text: string | null): string | undefined {
  if (text === null) return ''
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  return url.href === `${url.origin}/` ? url.origin : undefined
}

/** Other servers rarely have a name for each bucket, and a certificate of AWS does not cover names with dots. */
function addressOf(bucket: string, region: string, endpoint: string): string {
  if (endpoint !== '') return `${endpoint}/${bucket}/`
  const host = `s3.${region}.amazonaws.com`
  return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`
}
