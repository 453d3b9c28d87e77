import { signInPath } from '#renderer/paths.ts'
import type { HostedPage } from '#server/hosting/loaded-page.ts'
import type { Visit } from '#server/hosting/visit.ts'
import { refuseForm } from './posted-form.ts'

/** A form of the frame around a page has a field of this name, which no page's own form has. */
export type FrameWork = 'theme' | 'sign-out'

const FRAME_FIELD = 'frame'

type FrameVisit = Pick<
  Visit,
  'form' | 'url' | 'runIdempotent' | 'measure' | 'accounts' | 'changePreferences' | 'recordFailure'
>

/**
 * Handles a form of the frame. Such a form is posted to the page that it is on, and that may be an address without a
 * page: so it is handled before any page is looked for. Undefined for every other form.
 */
export async function takeFrameForm(visit: FrameVisit): Promise<HostedPage | undefined> {
  const { form } = visit
  switch (
    form?.get(FRAME_FIELD) as FrameWork | null | undefined // The value is compared with the known ones.
  ) {
    case 'theme':
      return changeTheme(visit, form?.get('theme') ?? '')
    case 'sign-out':
      return signOut(visit)
    default:
      return undefined
  }
}

function changeTheme({ url, changePreferences }: FrameVisit, theme: string): HostedPage {
  const refused = changePreferences({ theme })
  if (refused !== undefined) throw refuseForm(422, `unknown theme ${JSON.stringify(theme.slice(0, 50))}`)
  // An address that begins with two slashes would name another server.
  return redirectTo(url.pathname.replace(/^\/+/, '/') + url.search)
}

async function signOut(visit: FrameVisit): Promise<HostedPage> {
  try {
    await visit.runIdempotent(async () => visit.measure('action', 'action', () => visit.accounts.signOut()))
    return redirectTo(signInPath())
  } catch (thrown) {
    return { kind: 'failed', failure: visit.recordFailure(thrown, 'action') }
  }
}

function redirectTo(to: string): HostedPage {
  return { kind: 'redirect', to, statusCode: 303 }
}
