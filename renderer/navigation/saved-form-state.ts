/** Where a visitor was in a page, and what they had typed: for the moment after "Try again". */
interface SavedFormState {
  path: string
  scrollY: number
  /** By their place among all fields of the page. */
  fields: { index: number; name: string; value: string; isChecked: boolean }[]
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const storageKey = 'kept-page'
/** Secrets stay where they were typed, and what was not typed is the page's own. */
const unsaved = new Set(['password', 'hidden', 'file', 'submit', 'button', 'reset', 'image'])

let saved: SavedFormState | undefined

/** To be called while the page still stands, before a screen takes its place. */
export function keepPage({ document, location, scrollY }: Window): void {
  const fields = fieldsOf(document).flatMap((field, index) => {
    if (unsaved.has(field.type)) return []
    return [{ index, name: field.name, value: field.value, isChecked: 'checked' in field && field.checked }]
  })
  saved = { path: location.pathname + location.search, scrollY, fields }
}

/** The page was left for another one: what was typed there is nobody's any more. */
export function forgetPage(): void {
  saved = undefined
}

/** The link "Try again" loads the whole page: what was kept has to outlive this one. */
export function carryPageOver(storage: Storage): void {
  if (saved !== undefined) storage.setItem(storageKey, JSON.stringify(saved))
}

/** Puts back what was carried over to this very address, once. */
export function restorePage({ document, location, scrollTo, sessionStorage }: Window): void {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return
  sessionStorage.removeItem(storageKey)
  const page = JSON.parse(text) as SavedFormState // written above
  if (page.path !== location.pathname + location.search) return
  const fields = fieldsOf(document)
  for (const { index, name, value, isChecked } of page.fields) {
    const field = fields[index]
    if (field === undefined || field.name !== name || unsaved.has(field.type)) continue
    field.value = value
    if ('checked' in field) field.checked = isChecked
    field.dispatchEvent(new Event('input', { bubbles: true })) // for whoever listens to what is typed
  }
  scrollTo(0, page.scrollY)
}

function fieldsOf(document: Document): Field[] {
  return [...document.querySelectorAll<Field>('input, textarea, select')]
}
