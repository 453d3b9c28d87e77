import { servePreparer } from '#server/writer/preparer/preparer.ts'

/** A preparer that gets stuck where a body says so, or takes up all memory that it may have. */
servePreparer({
  onRead({ body }) {
    const text = Buffer.from(body.subarray(0, 200)).toString()
    if (text.includes('stuck for a while')) wait(1_500)
    else if (text.includes('get stuck')) for (;;) wait(1_000)
    else if (text.includes('wait for a disk')) rest(1_500)
    else if (text.includes('wait for ever')) rest()
    else if (text.includes('take all memory')) {
      const all: string[][] = []
      for (;;) all.push(Array.from({ length: 100_000 }, (_, index) => `text ${index} of many`))
    }
  },
})

function wait(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** As a thread does that the machine gives no processor. */
function rest(ms?: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
