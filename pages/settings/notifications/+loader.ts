import { zones } from '#pages/settings/zones.ts'
import type { LoaderContext } from '#renderer/page/loader.ts'

const MOST_SUBSCRIPTIONS = 100

export async function loader({ desk, accounts, preferences, now }: LoaderContext) {
  const [own, browsers, pushKey, subscriptions] = await Promise.all([
    desk.notifications.read(),
    desk.notifications.listBrowsers(accounts.openOwn().readBrowser()),
    desk.notifications.readPushKey(),
    desk.notifications.listSubscriptions(MOST_SUBSCRIPTIONS + 1),
  ])
  const { quiet, zone } = own.choices
  return {
    own,
    now,
    /** The browser's, until quiet hours were saved. */
    zone: quiet === null && zone === 'UTC' ? preferences.zone : zone,
    browsers,
    /** The desk's public VAPID key, with which a browser subscribes. */
    pushKey,
    zones,
    subscriptions: subscriptions.slice(0, MOST_SUBSCRIPTIONS),
    hasMore: subscriptions.length > MOST_SUBSCRIPTIONS,
  }
}
