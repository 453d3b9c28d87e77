import type { LoaderContext } from '#renderer/page/loader.ts'
import { issuesPath, safeReturnPath } from '#renderer/paths.ts'
import { drawQrCode } from './qr-code.ts'

export async function loader({ accounts, viewer, url }: LoaderContext) {
  const factors = accounts.openFactors()
  const begun = await factors.totp.findBegun()
  const owned = await factors.list()
  return {
    ...owned,
    hasFactor: owned.totpSince !== null || owned.passkeys.length > 0,
    begun: begun === undefined ? null : { secret: begun.secret, picture: drawQrCode(begun.address) },
    isOwner: viewer?.role === 'owner',
    isHeldUp: viewer?.needsFactor === true,
    next: safeReturnPath(url.searchParams.get('next')) ?? issuesPath(),
  }
}
