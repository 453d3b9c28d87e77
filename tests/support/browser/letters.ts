/** Two letters for a number: issues that differ in a number are one issue. */
export function letters(number: number): string {
  return String.fromCharCode(65 + (number % 26), 65 + Math.floor(number / 26))
}
