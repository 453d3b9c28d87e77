import { failures as say } from '#renderer/texts/notifications/browsers.ts'

/** The subscription as JSON, which the desk stores, or why this browser could not subscribe. */
export type SubscribeAnswer = { subscription: string } | { failure: string }

const WORKER = '/push-worker.js'

/**
 * Asks the user by the browser's own dialog, and subscribes. It must be called by a click before anything is awaited: some browsers
 * ask for nothing later.
 */
export async function subscribeBrowser(publicKey: string): Promise<SubscribeAnswer> {
  if (!window.isSecureContext) return { failure: say.insecure }
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return { failure: say.unsupported }
  if ((await Notification.requestPermission()) !== 'granted') return { failure: say.denied }
  try {
    await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
    const { pushManager } = await navigator.serviceWorker.ready
    // An older one may be of other keys, or of an account that signed out: the desk must not get its address again.
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    // The worker needs it to subscribe again where the browser ends the subscription without naming it.
    await (await caches.open('push')).put('/push-key', new Response(publicKey))
    return { subscription: JSON.stringify(made) }
  } catch {
    return { failure: say.noService } // The browser says no more than that it was aborted.
  }
}
