import { attempt } from '../transport/attempt.ts'
import { cutText } from './thrown/thrown.ts'

/** Whether a query parameter, header or field of this name contains a secret. */
export function isSecretName(name: string): boolean {
  // The first words mark a secret anywhere in a name, the last ones only as separate words: `sort_key` is a
  // secret, `keyword` and `monkey` are not.
  const secret =
    /token|pass.?w|secret|session|signature|credential|apikey|auth(?!or(?!i))|[cx]srf|(?<![a-z\d])(?:key|code|sig|pwd|pin|otp|jwt|sid|sso|hmac|cookie)(?![a-z\d])/i
  return secret.test(name.replace(/([a-z\d])([A-Z])/g, '$1 $2'))
}

/**
 * Removes user name and password from an address, and the values of parameters in its query and fragment
 * with the name of a secret. It accepts relative addresses and leaves the rest unchanged.
 */
export function scrubUrl(url: string, depth = 0): string {
  return cutText(url)
    .replace(/^(data:[^,]*).*/is, '$1,[Filtered]')
    .replace(/^([^/?#]*)\/\/[^/?#]*@/, '$1//')
    .replace(/([?#&;]([^=&#;?]+)=)([^&#;]*)/g, (_pair, lead: string, name: string, value: string) => {
      if (isSecretName(decode(name))) return `${lead}[Filtered]`
      // A parameter may contain an address of its own: `?next=%2Fcallback%3Fcode%3D4f9a`.
      const inner = decode(value)
      const scrubbed = depth < 3 ? scrubUrl(inner, depth + 1) : inner
      return lead + (scrubbed === inner ? value : encodeURIComponent(scrubbed))
    })
}

const decode = (text: string): string => attempt(() => decodeURIComponent(text), text)
