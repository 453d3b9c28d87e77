import { type Finding, fail, ok, warn } from './findings.ts'

export function checkSchema(version: number, knownVersion: number): Finding {
  if (version === knownVersion) return ok(`schema ${version} is current`)
  if (version < knownVersion)
    return warn(`schema ${version} will be upgraded to ${knownVersion} at the next start`)
  return fail(`schema ${version} was written by a newer Crumbtrail; this version supports ${knownVersion}`)
}

export function checkTokens({ all, endless }: { all: number; endless: number }): Finding {
  const tokens = all === 1 ? '1 token' : `${all} tokens`
  if (endless === 0) return ok(all === 0 ? 'there are no tokens' : `${tokens}, each with an expiry date`)
  const which = `${endless} without an expiry date ("token list" shows them, "token revoke ID" revokes one)`
  return ok(`${tokens}, ${which}`)
}
