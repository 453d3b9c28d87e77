import { limits } from './limits.ts'

const filtered = '[Filtered]'

// Parts that give a secret away wherever they stand in a name ...
const secretParts = /token|passw|secret|session|signature|credential|api.?key|auth(?!or(?!i))|csrf|xsrf/i
// ... and words that do so only when they stand alone: `sort_key` is one, `keyword` and `monkey` are not.
const secretWords = /^(?:key|code|sig|pwd|pin|otp|jwt|sid|sso|hmac|cookie)$/i

/** Whether a query parameter, header or field of this name holds what nobody else should read. */
export function isSecretName(name: string): boolean {
  if (secretParts.test(name)) return true
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^a-z\d]+/i)
    .some((word) => secretWords.test(word))
}

/**
 * The address without user name and password, and without the values of secret-looking parameters in
 * query and fragment. Takes relative addresses too, and leaves the rest as it was written.
 */
export function scrubUrl(url: string, depth = 0): string {
  if (/^data:/i.test(url)) return `${url.slice(0, Math.max(0, url.indexOf(',') + 1) || 5)}${filtered}`
  return url
    .slice(0, limits.textLength)
    .replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*@/i, '$1//')
    .replace(/([?#&;])([^=&#;?]+)=([^&#;]*)/g, (_pair, lead: string, name: string, value: string) => {
      const shown = isSecretName(decode(name)) ? filtered : scrubNested(value, depth)
      return `${lead}${name}=${shown}`
    })
}

/** A parameter may hold an address of its own: `?next=%2Fcallback%3Fcode%3D4f9a`. */
function scrubNested(value: string, depth: number): string {
  const inner = decode(value)
  if (depth >= 3 || inner === value || !/[?#@]/.test(inner)) return value
  const scrubbed = scrubUrl(inner, depth + 1)
  return scrubbed === inner ? value : encodeURIComponent(scrubbed)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
