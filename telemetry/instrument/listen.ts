/** Hears events before the page's own handlers, which may stop them. Returns what stops it. */
export function listen<Name extends string>(
  target: EventTarget,
  name: Name,
  // What an event of that name is, the caller knows.
  hear: (event: Name extends keyof WindowEventMap ? WindowEventMap[Name] : Event) => void,
): () => void {
  const options = { capture: true } // Node would not take away what is named by `true` alone
  target.addEventListener(name, hear as EventListener, options)
  return () => target.removeEventListener(name, hear as EventListener, options)
}
