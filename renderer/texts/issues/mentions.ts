/** It is apart from the other texts of an issue, so that the script that completes mentions brings no others. */
export const mentionOffers = 'Members and teams'
