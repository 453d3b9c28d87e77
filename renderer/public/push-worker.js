// The service worker of the desk shows notifications, and does nothing else: it answers no requests and stores nothing. It is
// served as it is, because a browser asks for it at one address for as long as the subscription lasts.

// A newer one takes over at once: there is no page whose files it could mix up.
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(addressOf(event.notification.data)))
})

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
