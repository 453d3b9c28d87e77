import { dirname } from 'node:path'
import type { Locator, Page, Request } from 'playwright-core'
import { pages } from '#renderer/layout/pages.ts'
import { addClosedChannel, alertForms, alertPlaces, untilMessage } from '#tests/support/alerts/alert-pages.ts'
import { aCheckIn } from '#tests/support/builders/sample-records.ts'
import { aTransaction, TRACE_ID } from '#tests/support/builders/sample-traces.ts'
import { addProject } from '#tests/support/desk/add-project.ts'
import { type DeskProcess, owner, removeData, startDesk } from '#tests/support/desk/desk-process.ts'
import { pathOfEvent } from '#tests/support/desk/path-of-event.ts'
import { startDemoDesk } from '#tests/support/desk/prepared/demo-desk.ts'
import { breakInserts } from '#tests/support/desk/processes/desk-database.ts'
import { sendEvent } from '#tests/support/fill/send-event.ts'
import { sendItems } from '#tests/support/fill/send-items.ts'
import { listSources } from '#tests/support/sources/source-files.ts'
import { addUptimePages, uptimeForms, uptimePlaces } from '#tests/support/uptime/uptime-pages.ts'
import type { FormUse, Place } from './place.ts'
import { settingsForms, settingsPlaces } from './settings-pages.ts'
import { invite, openStrangerPages } from './stranger-pages.ts'

/** The pages without parameters, which the register names. A page whose data names it has its place below. */
function namedPlaces(): Record<string, Place> {
  return Object.fromEntries(
    Object.entries(pages).flatMap(([path, { name }]) =>
      name === undefined ? [] : [[path, { path, heading: name }]],
    ),
  )
}

/** The folders of pages/ that hold such a file: `/issues/@issueId`. */
export function foldersWith(file: '+Page.tsx' | '+action.ts'): string[] {
  return listSources('pages')
    .filter((path) => path.endsWith(`/${file}`))
    .map((path) => dirname(path).slice('pages'.length))
    .sort()
}

export interface EveryPage {
  desk: DeskProcess
  places: Record<string, Place>
  forms: Record<string, FormUse>
  /** From now on no project can be created, until what is returned is called. */
  breakProjects(): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** As long as a commit makes it: nothing to break a line at. */
const release = 'shop@9fceb02d0ae598e95dc970b74767f19372d61af8'

const DOOMED = { exception: { values: [{ type: 'DoomedError', value: 'not for long' }] } }

/** Two desks: one with an owner, a project and an event, and one that waits for its set-up. */
export async function startEveryPage(): Promise<EveryPage> {
  // something on every page; mail is set up, and no server takes it
  const desk = await startDemoDesk({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@example.com' })
  const newDesk = await startDesk({ env: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } })
  const setUp = await newDesk.printed(/account: (\S+)/)
  const { dsn } = await addProject(desk, 'Shop')
  await addProject(desk, 'Doomed')
  await addClosedChannel(desk)
  await addUptimePages(desk)
  const { eventId } = await sendEvent(dsn, { release, environment: 'production', user: { id: '7' } })
  const event = await pathOfEvent(desk, eventId)
  const acknowledging = await untilMessage(desk)
  const doomed = await pathOfEvent(desk, (await sendEvent(dsn, DOOMED)).eventId)
  await sendItems(dsn, aTransaction([{ number: 2, parent: 1, name: 'select cart_line' }]))
  const shown = await invite(desk, 'shown@example.com')
  const invited = await invite(desk, 'invited@example.com')
  const strangers = await openStrangerPages(desk)
  await sendItems(dsn, aCheckIn({ monitor_slug: 'given-up' })) // its page's form deletes it
  return {
    desk,
    places: {
      ...namedPlaces(),
      '/digests/@digest': { path: `/digests/${eventId}`, heading: 'TypeError', endsAt: event },
      '/index': { path: '/', heading: 'Issues', endsAt: '/issues' },
      '/issues/@issueId': { path: event.replace(/\/events\/.*/, ''), heading: 'TypeError' },
      '/issues/@issueId/delete': {
        path: event.replace(/\/events\/.*/, '/delete'),
        heading: 'Delete SHOP-1?',
      },
      '/issues/@issueId/events/@eventId': { path: event, heading: 'TypeError' },
      '/issues/@issueId/users': { path: event.replace(/\/events\/.*/, '/users'), heading: 'Users affected' },
      '/measurements/metric': {
        path: '/measurements/metric?project=demo&name=http.server.request.duration&by=http.route',
        heading: 'http.server.request.duration',
      },
      '/performance/route': {
        path: '/performance/route?project=shop&name=GET+%2F&op=http.server&side=server',
        heading: 'GET /',
      },
      '/projects/@slug': { path: '/projects/shop', heading: 'Shop' },
      '/projects/@slug/source-maps': { path: '/projects/shop/source-maps', heading: 'Source maps' },
      ...settingsPlaces,
      ...alertPlaces,
      ...acknowledging.places,
      ...uptimePlaces,
      '/releases/@slug/@version': {
        path: `/releases/shop/${encodeURIComponent(release)}`,
        heading: release,
      },
      '/users/@user': { path: '/users/id%3A7?project=shop', heading: '7' },
      '/traces/@traceId': { path: `/traces/${TRACE_ID}`, heading: 'http.server GET /cart · shop' },
      '/monitors/@slug/@monitor': { path: '/monitors/demo/search-reindex', heading: 'search-reindex' },
      '/feedback': { path: '/feedback?project=demo', heading: 'Feedback' },
      '/invitations/@token': { path: shown, heading: 'Join this desk', isPublic: true },
      ...strangers.places,
      '/set-up/@token': { path: setUp, heading: 'Set up this desk', isPublic: true },
    },
    forms: {
      '/issues': {
        path: '/issues',
        ticked: /SHOP-1/,
        button: 'Resolve',
        heading: 'Issues',
      },
      '/issues/@issueId': {
        path: event.replace(/\/events\/.*/, ''),
        typed: { Comment: 'since Monday' },
        button: 'Comment',
        heading: 'TypeError',
        refused: { typed: { Comment: '  ' }, says: 'Cannot comment', kept: { Comment: '  ' } },
      },
      '/issues/@issueId/delete': {
        path: doomed.replace(/\/events\/.*/, '/delete'),
        button: 'Delete',
        heading: 'Issues',
      },
      '/issues/@issueId/events/@eventId': {
        path: event,
        unfolds: 'Open frames in an editor',
        button: 'Save',
        heading: 'TypeError',
      },
      '/users/@user': {
        path: '/users/id%3A7?project=shop',
        ticked: /^SHOP-/,
        button: 'Resolve',
        heading: '7',
      },
      '/playground': {
        path: '/playground',
        button: 'Work',
        heading: 'Playground',
        refused: { button: 'Refuse', says: 'Cannot run the action', kept: {} },
      },
      '/projects': {
        path: '/projects',
        typed: { Name: 'Pressed twice' },
        button: 'Create project',
        heading: 'Pressed twice',
        refused: { typed: { Name: '  ' }, says: 'Cannot create', kept: { Name: '  ' } },
      },
      '/settings/factors': {
        path: '/settings/factors',
        typed: { Password: owner.password },
        button: 'Set up an app',
        heading: 'Two-factor authentication',
        refused: {
          typed: { Password: 'a wrong password' },
          says: 'Cannot turn the app on',
          kept: { Password: '' },
        },
      },
      '/settings': {
        path: '/settings',
        button: 'Save',
        heading: 'Settings',
      },
      '/settings/tokens': {
        path: '/settings/tokens',
        typed: { Name: 'Deploys' },
        ticked: /^project:releases/,
        button: 'Create token',
        heading: 'Tokens',
        refused: { typed: { Name: '  ' }, says: 'Cannot create the token', kept: { Name: '  ' } },
      },
      '/settings/members': {
        path: '/settings/members',
        button: `Change the role of ${owner.email}`,
        heading: 'Members',
      },
      '/settings/teams': {
        path: '/settings/teams',
        typed: { Name: 'Checkout' },
        button: 'Create team',
        heading: 'Teams',
        refused: { typed: { Name: '–' }, says: 'Cannot create the team', kept: { Name: '–' } },
      },
      '/projects/@slug': {
        path: '/projects/shop',
        button: 'Send a test event',
        heading: 'Shop',
      },
      ...settingsForms,
      ...alertForms,
      ...acknowledging.forms,
      ...uptimeForms,
      '/projects/@slug/source-maps': {
        path: '/projects/shop/source-maps',
        button: 'Create upload token',
        heading: 'Source maps',
      },
      '/monitors/@slug/@monitor': {
        path: '/monitors/shop/given-up',
        unfolds: 'Delete this monitor',
        button: 'Delete monitor',
        heading: 'Monitors',
      },
      '/feedback': {
        path: '/feedback?project=demo',
        button: 'Resolve Liam O’Brien',
        heading: 'Feedback',
      },
      '/settings/account': {
        path: '/settings/account',
        typed: { Name: 'Olga' },
        button: 'Save name',
        heading: 'Account',
        refused: {
          typed: { 'Current password': 'a wrong password', 'New password': 'another horse battery' },
          button: 'Change password',
          says: 'Cannot change the password',
          kept: { 'Current password': '', 'New password': '' },
        },
      },
      '/settings/invitations': {
        path: '/settings/invitations',
        typed: { Email: 'new@example.com' },
        button: 'Create invitation',
        heading: 'Invitations',
        refused: {
          typed: { Email: owner.email },
          says: 'already has an account',
          kept: { Email: owner.email },
        },
      },
      '/invitations/@token': {
        path: invited,
        isPublic: true,
        typed: { Name: 'Ida', Password: owner.password },
        button: 'Join',
        heading: 'Issues',
        refused: {
          path: shown,
          typed: { Name: 'Ida', Password: 'x'.repeat(1_025) },
          says: 'Cannot use this password',
          kept: { Name: 'Ida', Password: '' },
        },
      },
      ...strangers.forms,
      '/set-up/@token': {
        path: setUp,
        isPublic: true,
        typed: { Email: owner.email, Password: owner.password },
        button: 'Create the owner’s account',
        heading: 'Projects',
        refused: {
          typed: { Email: owner.email, Password: 'x'.repeat(1_025) },
          says: 'Cannot set up with this password',
          kept: { Email: owner.email, Password: '' },
        },
      },
      '/sign-out': { path: '/sign-out', button: 'Sign out', heading: 'Sign in' },
    },
    breakProjects: () => breakInserts(desk, 'project'),
    async close() {
      for (const one of [desk, newDesk]) {
        await one.stop()
        await removeData(one)
      }
    },
  }
}

type FormSteps = Pick<FormUse, 'typed' | 'unfolds' | 'ticked' | 'button'> & { section?: string }

/** Fills a page's form in, and presses its button. */
export async function submitForm(
  page: Page,
  { typed = {}, unfolds, ticked, button, section }: FormSteps,
  clickCount = 1,
): Promise<void> {
  const content = section === undefined ? page.getByRole('main') : sectionOf(page, section)
  if (unfolds !== undefined) await content.getByText(unfolds).click()
  for (const [label, text] of Object.entries(typed))
    await content.getByLabel(label, { exact: true }).fill(text)
  if (ticked !== undefined) await content.getByRole('checkbox', { name: ticked }).check()
  await content.getByRole('button', { name: button, exact: true }).click({ clickCount })
}

export function sectionOf(page: Page, heading: string): Locator {
  return page.getByRole('region', { name: heading, exact: true })
}

/** True for the post of a form; pages also post their telemetry to the tunnel, whenever they have some. */
export function isFormPost(request: Request): boolean {
  return request.method() === 'POST' && new URL(request.url()).pathname !== '/tunnel'
}
