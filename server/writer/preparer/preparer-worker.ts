import { servePreparer } from './preparer.ts'

await servePreparer()
