// Why a page does not show the time that its address asks for.

export const noPeriod = (given: string) => `Cannot show \`${given}\`: write 30m, 24h or 14d`
export const noStart = (given: string | undefined) => `Cannot show what follows \`${given}\`: it is no time`
export const noEnd = (given: string | undefined) => `Cannot show what precedes \`${given}\`: it is no time`
export const endsFirst = 'Cannot show that time: it ends before it begins'
