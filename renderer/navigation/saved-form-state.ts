/** The scroll position and the form fields of a page, saved for the moment after "Try again". */
interface SavedFormState {
  path: string
  scrollY: number
  /** Fields are identified by their position among all fields of the page. */
  fields: { index: number; name: string; value: string; isChecked: boolean }[]
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const storageKey = 'kept-page'
/** Secrets are never saved. Hidden fields and buttons belong to the page. */
const unsaved = new Set(['password', 'hidden', 'file', 'submit', 'button', 'reset', 'image'])

let saved: SavedFormState | undefined

/** Call this while the page is still in the document, before the error screen replaces it. */
export function keepPage({ document, location, scrollY }: Window): void {
  const fields = fieldsOf(document).flatMap((field, index) => {
    if (unsaved.has(field.type)) return []
    return [{ index, name: field.name, value: field.value, isChecked: 'checked' in field && field.checked }]
  })
  saved = { path: location.pathname + location.search, scrollY, fields }
}

/** Another page is shown, so the saved fields are not needed any more. */
export function forgetPage(): void {
  saved = undefined
}

/** The link "Try again" loads the whole page, so the saved state has to outlive this document. */
export function carryPageOver(storage: Storage): void {
  if (saved !== undefined) storage.setItem(storageKey, JSON.stringify(saved))
}

/** Restores what was saved for this address, once. */
export function restorePage({ document, location, scrollTo, sessionStorage }: Window): void {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return
  sessionStorage.removeItem(storageKey)
  const page = JSON.parse(text) as SavedFormState // `carryPageOver` has written this.
  if (page.path !== location.pathname + location.search) return
  const fields = fieldsOf(document)
  for (const { index, name, value, isChecked } of page.fields) {
    const field = fields[index]
    if (field === undefined || field.name !== name || unsaved.has(field.type)) continue
    field.value = value
    if ('checked' in field) field.checked = isChecked
    field.dispatchEvent(new Event('input', { bubbles: true })) // Listeners for typing need this event.
  }
  scrollTo(0, page.scrollY)
}

function fieldsOf(document: Document): Field[] {
  return [...document.querySelectorAll<Field>('input, textarea, select')]
}
