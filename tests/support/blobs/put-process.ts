import { createHash } from 'node:crypto'
import { connectToPlace, type Place } from './connect-to-place.ts'
import { bytesOf } from './sample-bytes.ts'

/** Puts one blob, for a test that kills whoever does. Says when it begins and when it is done. */
const { place, size } = JSON.parse(process.argv[2] ?? '') as { place: Place; size: number } // the test's own
const bytes = bytesOf(size)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const { blobs, close } = await connectToPlace(place)
process.stdout.write('begin\n')
await blobs.put({ sha256, bytes })
process.stdout.write('done\n')
await close()
