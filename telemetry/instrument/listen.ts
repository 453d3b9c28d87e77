/** Listens before the page's own handlers, which may stop an event, until `signal` aborts. */
export function listen<Name extends string>(
  target: EventTarget,
  name: Name,
  // The caller knows the type of an event of that name.
  hear: (event: Name extends keyof WindowEventMap ? WindowEventMap[Name] : Event) => void,
  signal?: AbortSignal,
): void {
  const options = { capture: true, signal } as AddEventListenerOptions // The DOM treats undefined like none.
  target.addEventListener(name, hear as EventListener, options)
}
