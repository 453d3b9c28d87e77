import { FILTERED } from './names.ts'

/**
 * Card numbers by prefix, length and check digit (https://en.wikipedia.org/wiki/Payment_card_number): ids look alike
 * otherwise. Digits inside of words and behind a decimal point are something else.
 */
const CARD =
  /(?<![\w.])(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6011|64[4-9]\d|65\d{2}|62\d{2}|35\d{2}|3[47]\d{2}|3[068]\d{2})(?:[ -]?\d){10,12}(?!\w|\.\d)/g

export function scrubCards(text: string): string {
  return text.replace(CARD, (number) => (isCard(number) ? FILTERED : number))
}

/** A card's number as a number, as forms of pages send it. */
export function isCardNumber(value: number): boolean {
  return value >= 3e13 && value < 7e15 && Number.isInteger(value) && scrubCards(String(value)) === FILTERED
}

function isCard(number: string): boolean {
  const digits = number.replace(/\D/g, '')
  // Diners Club and American Express are shorter than the others.
  const length = /^3[068]/.test(digits) ? 14 : /^3[47]/.test(digits) ? 15 : 16
  return digits.length === length && hasCheckDigit(digits)
}

/** Luhn's formula. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
