import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { inBothLooks, inDealtLook, LOOKS } from '#tests/support/browser/both-looks.ts'
import {
  focusFaults,
  markFaults,
  motions,
  smallTargets,
} from '#tests/support/browser/faults/adjusted-faults.ts'
import { overflowOf, violationsOf } from '#tests/support/browser/faults/axe.ts'
import { collectMessages, formFaults, overflowFaults } from '#tests/support/browser/faults/page-faults.ts'
import { foldersWith, isFormPost, sectionOf, submitForm } from '#tests/support/browser/pages/every-page.ts'
import { visitEveryPage } from '#tests/support/browser/pages/visit-every-page.ts'
import { untilHydrated } from '#tests/support/desk/prepared/navigation-desk.ts'
import { signInForCookie } from '#tests/support/desk/sign-in-for-cookie.ts'
import { dealFrom, isFull, someOf } from '#tests/support/run/doses.ts'

const { every, open: openPage, placeOf, formOf } = visitEveryPage()

const pageFolders = foldersWith('+Page.tsx')
const formFolders = foldersWith('+action.ts')
/** These ask for nothing, or for what their choices offer; the lists' forms show when an issue is ticked. */
const withoutRefusal = [
  '/sign-out',
  '/issues',
  '/users/@user',
  '/issues/@issueId/events/@eventId',
  '/issues/@issueId/delete',
  '/feedback',
  '/monitors/@slug/@monitor',
  '/projects/@slug',
  '/projects/@slug/source-maps',
  '/settings',
  '/settings/instance',
  '/settings/members',
  '/monitors/@slug/uptime/@checkId',
  '/unsubscribe/@token',
  '/addresses/@token',
  '/acknowledge/@token',
  '/alerts',
  '/alerts/messages',
  '/alerts/messages/@messageId',
]
const refusing = formFolders.filter((folder) => !withoutRefusal.includes(folder))

function refusalOf(folder: string) {
  const { refused, ...use } = formOf(folder)
  if (refused === undefined) throw new Error(`Cannot be refused by ${folder}: every-page.ts does not say how`)
  const { ticked: _onlyToWork, ...others } = use
  return { ...others, ...refused }
}

/** A page of the owner, or of nobody. */
function open(isPublic: boolean | undefined, options: BrowserContextOptions): Promise<Page> {
  return openPage({ ...options, ...(isPublic && { session: 'nobody' }) })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

describe('the table of pages and forms', () => {
  it('has every folder of pages/, and no other', () => {
    expect(Object.keys(every().places).sort()).toEqual(pageFolders)
    expect(Object.keys(every().forms).sort()).toEqual(formFolders)
  })
})

describe('without JavaScript, on a phone and on a desk', () => {
  const options = { javaScriptEnabled: false }

  // with JavaScript every one of them is opened below
  it.each(someOf(pageFolders, 2))('the page %s is whole', async (folder) => {
    const { path, heading: name, endsAt, isPublic } = placeOf(folder)
    const page = await open(isPublic, options)
    const answer = await page.goto(`${path}${path.includes('?') ? '&' : '?'}unread=1`)
    expect(answer?.status()).toBe(200)
    expect(await formFaults(page)).toEqual([])
    if (endsAt !== undefined) expect(new URL(page.url()).pathname).toBe(endsAt)
    expect(await page.title()).toMatch(/Crumbtrail/)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await fits(page, name)
  })

  type Refused = [path: string, status: number, name: string]
  const notFound: Refused[] = [
    ['/issues/999999?unread=1', 404, 'There is no issue 999999'],
    [`/traces/${'f'.repeat(32)}`, 404, 'Nothing is stored for this trace'],
    ['/traces/a-name', 404, 'Not a trace ID'],
    ['/monitors/shop/none', 404, 'There is no such monitor'],
    ['/releases/shop/none', 404, 'Unknown release'],
    ['/logs?project=none', 404, 'There is no such project'],
    ['/performance?project=none', 404, 'There is no such project'],
  ]
  const failed: Refused[] = [
    ['/playground?fail=loader', 500, 'Application error: a server-side exception has occurred'],
    ['/playground?fail=render', 500, 'Application error: a server-side exception has occurred'],
  ]
  const nowhere: Refused = ['/nowhere?unread=1', 404, 'Page not found']

  it.each([nowhere, ...someOf(notFound, 1), ...someOf(failed, 1)])(
    '%s is answered %d, and fits',
    async (path, status, name) => {
      const page = await open(false, options)
      expect((await page.goto(path))?.status()).toBe(status)
      if (status === 404) expect(await formFaults(page)).toEqual([]) // an error screen has no form
      await fits(page, name)
    },
  )

  function fits(page: Page, name: string): Promise<void> {
    return inBothLooks(page, async (look) => {
      await heading(page, name).waitFor()
      expect(await overflowOf(page), look).toBe(0)
    })
  }
})

describe('a form without JavaScript', () => {
  const options = { javaScriptEnabled: false, viewport: { width: 390, height: 900 } }

  // First: the set-up's link works once.
  it.each(someOf(refusing, 1))(
    'of %s says what it refuses, and keeps what was typed, but no password',
    async (folder) => {
      const use = refusalOf(folder)
      const page = await open(use.isPublic, options)
      await page.goto(use.path)
      const answered = page.waitForResponse((response) => isFormPost(response.request()))
      await submitForm(page, use)
      expect((await answered).status()).toBe(422)
      expect(await page.getByRole('alert').innerText()).toContain(use.says)
      for (const [label, text] of Object.entries(use.kept)) {
        const field = (use.section === undefined ? page : sectionOf(page, use.section)).getByLabel(label, {
          exact: true,
        })
        expect(await field.inputValue(), label).toBe(text)
      }
      expect(await page.content()).not.toContain('a wrong password')
      expect(await overflowOf(page)).toBe(0)
    },
  )

  it.each(someOf(formFolders, 2))('of %s works, and once, though it is pressed twice', async (folder) => {
    const use = formOf(folder)
    const session = await sessionFor(folder, use.isPublic)
    const page = await openPage({ ...options, ...(session !== undefined && { session }) })
    await page.goto(use.path)
    await submitForm(page, use, 2)
    await heading(page, use.heading).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0) // a second set-up would be refused
    if (folder !== '/projects') return
    const projects = JSON.parse(await every().desk.cli('project', 'list', '--json')) as { name: string }[]
    expect(projects.filter(({ name }) => name === 'Pressed twice')).toHaveLength(1)
  })

  /** The owner's that all share, but for the form that ends it. */
  async function sessionFor(folder: string, isPublic = false): Promise<string | undefined> {
    if (isPublic) return 'nobody'
    return folder === '/sign-out' ? signInForCookie(every().desk) : undefined
  }

  it('whose action fails brings back what was typed, once its page is there again', async () => {
    const page = await open(false, options)
    await page.goto('/projects')
    const name = 'x'.repeat(30)
    const mend = await every().breakProjects()
    await submitForm(page, { typed: { Name: name }, button: 'Create project' })
    await heading(page, 'Application error: a server-side exception has occurred').waitFor()
    await mend()
    await page.getByRole('link', { name: 'Try again' }).click()
    await heading(page, 'Projects').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name)
    expect(await page.getByRole('alert').innerText()).toContain('Cannot tell whether this worked')
    await submitForm(page, { button: 'Create project' })
    await heading(page, name).waitFor()
  })
})

const WINDOWS = {
  'at its usual size': { width: 1_440, height: 900 },
  'at 200 %': { width: 720, height: 450 },
}
/** Of a page that is enlarged to 400 %: https://www.w3.org/TR/WCAG22/#reflow */
const REFLOWED = { width: 320, height: 800 }

describe('to a screen reader, in one theme and width or another', () => {
  const openAt = async (path: string, isPublic?: boolean) => {
    const page = await open(isPublic, { ...LOOKS[0], bypassCSP: true })
    await page.goto(path)
    return page
  }
  const expectNoFault = async (page: Page) => {
    await inBothLooks(page, async (look) => expect(await overflowOf(page), look).toBe(0))
    await inDealtLook(page, async (look) => expect(await violationsOf(page), look).toEqual([]))
  }

  it.each(someOf(pageFolders, 2))(
    'the page %s has no fault, nor to a finger, a keyboard, in forced colours and enlarged',
    async (folder) => {
      const { path, heading: name, isPublic } = placeOf(folder)
      const page = await open(isPublic, { ...LOOKS[0], bypassCSP: true })
      const messages = collectMessages(page)
      await page.goto(path)
      await heading(page, name).waitFor()
      await untilHydrated(page)
      expect(await formFaults(page)).toEqual([])
      await expectNoFault(page)
      for (const faults of dealtHands()) expect(await faults(page)).toEqual([])
      expect(messages).toEqual([])
    },
  )

  it.each(someOf(refusing, 1))('a refused form of %s has none', async (folder) => {
    const use = refusalOf(folder)
    const page = await openAt(use.path, use.isPublic)
    await untilHydrated(page)
    await submitForm(page, use)
    await page.getByRole('alert').waitFor()
    await expectNoFault(page)
  })

  it.each([
    ...someOf(['/nowhere', '/digests/000000-000000', '/issues?project=crumbtrail'], 1),
    ...someOf(['/playground?fail=stream', '/playground?fail=loader'], 1),
  ])('%s has none', async (path) => {
    const page = await openAt(path)
    await page.locator('h1').first().waitFor()
    if (path === '/nowhere') expect(await formFaults(page)).toEqual([])
    await expectNoFault(page)
  })

  it('the screen of a failure in the browser has none, nor that of a form that failed', async () => {
    for (const name of ['While rendering', 'Fail']) {
      const page = await openAt('/playground')
      await untilHydrated(page)
      await page.getByRole('main').getByRole('button', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Application error' }).waitFor()
      await expectNoFault(page)
    }
  })

  it('a message of what was done has none', async () => {
    const page = await openAt('/playground')
    await untilHydrated(page)
    await submitForm(page, { button: 'Work' })
    await page.getByRole('status').waitFor()
    await expectNoFault(page)
  })
})

/** What a finger cannot hit on a phone. */
async function touchFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const faults = await smallTargets(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await session.detach()
  return faults
}

const nextHand = dealFrom()

/** Finger and keyboard in `npm run test:long`; in `npm test`, one for every second page and the other for those between. */
function dealtHands() {
  const all = [touchFaults, adjustedFaults]
  return isFull ? all : all.slice(nextHand() % all.length).slice(0, 1)
}

const nextWindow = dealFrom()

/** Both sizes in `npm run test:long`; in `npm test`, one for every second page and the other for those between. */
function dealtWindows() {
  const sizes = Object.entries(WINDOWS)
  return isFull ? sizes : sizes.slice(nextWindow() % sizes.length).slice(0, 1)
}

/** What is wrong in forced colours and without motion, at its usual size, at 200 % and at 400 %. */
async function adjustedFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active', reducedMotion: 'reduce' })
  await page.setViewportSize(WINDOWS['at its usual size'])
  const faults = [...(await markFaults(page)), ...(await motions(page))]
  for (const [name, size] of dealtWindows()) {
    await page.setViewportSize(size)
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    const found = [...(await overflowFaults(page)), ...(await focusFaults(page))]
    await page.getByRole('main').focus() // Tab goes on from here
    found.push(...(await focusFaults(page)))
    faults.push(...found.map((fault) => `${name}: ${fault}`))
  }
  await page.setViewportSize(REFLOWED)
  faults.push(...(await overflowFaults(page)))
  await page.emulateMedia({ forcedColors: null })
  return faults
}
