// The reasons why a page does not show the period in its address.

export const noPeriod = (given: string) => `Cannot show \`${given}\`: write 30m, 24h or 14d`
export const noStart = (given: string | undefined) => `Cannot start at \`${given}\`: not a time`
export const noEnd = (given: string | undefined) => `Cannot end at \`${given}\`: not a time`
export const endsFirst = 'Cannot show this period: it ends before it starts'
