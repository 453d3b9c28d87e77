/** The lines of a text field that say anything. Browsers send them with a carriage return. */
export function formLines(form: URLSearchParams, name: string): string[] {
  return (form.get(name) ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
