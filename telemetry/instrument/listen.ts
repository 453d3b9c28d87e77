/** Hears events before the page's own handlers, which may stop them. Returns what stops it. */
export function listen<Name extends string>(
  target: EventTarget,
  names: Name[],
  // What an event of that name is, the caller knows.
  hear: (event: Name extends keyof WindowEventMap ? WindowEventMap[Name] : Event) => void,
): () => void {
  const options = { capture: true } // Node would not take away what is named by `true` alone
  for (const name of names) target.addEventListener(name, hear as EventListener, options)
  return () => {
    for (const name of names) target.removeEventListener(name, hear as EventListener, options)
  }
}
