/** Hears events before the page's own handlers, which may stop them, until `signal` aborts. */
export function listen<Name extends string>(
  target: EventTarget,
  name: Name,
  // What an event of that name is, the caller knows.
  hear: (event: Name extends keyof WindowEventMap ? WindowEventMap[Name] : Event) => void,
  signal?: AbortSignal,
): void {
  const options = { capture: true, signal } as AddEventListenerOptions // to the DOM, undefined is none
  target.addEventListener(name, hear as EventListener, options)
}
