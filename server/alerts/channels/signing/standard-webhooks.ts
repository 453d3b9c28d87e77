import { createHmac } from 'node:crypto'

/** Says what is wrong with a secret: the specification asks for 24 to 64 random bytes. */
export function secretFault(secret: string): string | undefined {
  const encoded = secret.replace(/^whsec_/, '')
  const bytes = Buffer.from(encoded, 'base64')
  const isWhole = secret.startsWith('whsec_') && bytes.toString('base64') === encoded
  if (isWhole && bytes.length >= 24 && bytes.length <= 64) return undefined
  return 'is not “whsec_” followed by 24 to 64 bytes in Base64'
}

/**
 * Signs a message as Standard Webhooks asks:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md. While a secret is replaced
 * there are two signatures, so that receivers with either secret accept the message.
 */
export function signStandardWebhook(
  { id, at, body }: { id: string; at: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
