/** A value as a search writes it: in quotes where the grammar would end it otherwise. */
export function writeValue(value: string): string {
  return /^[\w.@+-][\w.@/:+-]*$/.test(value) ? value : `"${value.replaceAll(/[\\"*]/g, '\\$&')}"`
}
