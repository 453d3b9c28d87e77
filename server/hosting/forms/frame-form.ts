import type { LoadedPage } from '#server/hosting/loaded-page.ts'
import type { Visit } from '#server/hosting/visit.ts'
import { refuseForm } from './posted-form.ts'

/** What the frame around a page asks for, by a field of this name: no page's own form has it. */
export type FrameWork = 'theme' | 'sign-out'

const FRAME_FIELD = 'frame'

type FrameVisit = Pick<
  Visit,
  'form' | 'url' | 'runOnce' | 'measure' | 'accounts' | 'changePreferences' | 'recordFailure'
>

/**
 * Does what a form of the frame asks for. Such a form is posted to the page that it stands on, whichever that is, an
 * address without a page too: so it is taken before any page is looked for. Undefined for every other form.
 */
export async function takeFrameForm(visit: FrameVisit): Promise<LoadedPage | undefined> {
  const { form } = visit
  switch (
    form?.get(FRAME_FIELD) as FrameWork | null | undefined // compared with what it may be
  ) {
    case 'theme':
      return changeTheme(visit, form?.get('theme') ?? '')
    case 'sign-out':
      return signOut(visit)
    default:
      return undefined
  }
}

function changeTheme({ url, changePreferences }: FrameVisit, theme: string): LoadedPage {
  const refused = changePreferences({ theme })
  if (refused !== undefined) throw refuseForm(422, `unknown theme ${JSON.stringify(theme.slice(0, 50))}`)
  // an address that begins with two slashes would name another server
  return redirectTo(url.pathname.replace(/^\/+/, '/') + url.search)
}

async function signOut(visit: FrameVisit): Promise<LoadedPage> {
  try {
    await visit.runOnce(async () => visit.measure('action', 'action', () => visit.accounts.signOut()))
    return redirectTo('/sign-in')
  } catch (thrown) {
    return { kind: 'failed', failure: visit.recordFailure(thrown, 'action') }
  }
}

function redirectTo(to: string): LoadedPage {
  return { kind: 'redirect', to, statusCode: 303 }
}
