import { servePreparer } from './preparer.ts'

servePreparer()
