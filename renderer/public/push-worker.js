// The service worker of the desk shows notifications, and says when the browser renewed its subscription. It does nothing else: it
// answers no requests and stores nothing. It is
// served as it is, because a browser asks for it at one address for as long as the subscription lasts.

// A newer one takes over at once: there is no page whose files it could mix up.
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(addressOf(event.notification.data)))
})

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/** Not all browsers say both subscriptions. The desk then knows the old one by the browser's cookies, and the page kept the key. */
async function renew({ oldSubscription, newSubscription }) {
  const { pushManager } = self.registration
  const key = oldSubscription?.options.applicationServerKey ?? (await keptKey())
  const renewed =
    newSubscription ??
    (await pushManager.getSubscription()) ??
    (key ? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : undefined)
  if (!renewed) return
  const body = new URLSearchParams({
    change: 'renew-browser',
    old: oldSubscription?.endpoint ?? '',
    subscription: JSON.stringify(renewed),
  })
  // An answer that leads elsewhere, as to the sign-in, has nothing for a worker.
  await fetch('/settings/notifications', { method: 'POST', body, redirect: 'manual' })
}

async function keptKey() {
  const kept = await caches.match('/push-key')
  return kept?.text()
}

/** Browsers end a subscription whose messages show nothing, so one that cannot be read says so. */
function show(data) {
  const { title, body, url, tag } = read(data) ?? {
    title: 'Crumbtrail',
    body: 'There is something new.',
    url: '/',
    tag: 'updates',
  }
  const options = {
    body,
    tag,
    data: url,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    renotify: true,
  }
  return self.registration.showNotification(title, options)
}

function read(data) {
  try {
    return data.json()
  } catch {
    return undefined // There is no content, or it is no JSON.
  }
}

/** Whatever a message says, a click opens the desk. */
function addressOf(path) {
  const home = `${self.location.origin}/`
  const address = URL.canParse(path, home) ? new URL(path, home).href : home
  return address.startsWith(home) ? address : home
}

async function open(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ url }) => url === address)
  return shown ? shown.focus() : self.clients.openWindow(address)
}
