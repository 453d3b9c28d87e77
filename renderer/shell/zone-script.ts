import type { Visit } from '#server/hosting/visit.ts'

/**
 * A script for the head that tells the server the browser's time zone in a cookie, before anything is
 * painted. A page that was written in another zone is loaded again, so that nobody reads a time in the wrong
 * one. This happens once: with the cookie, the next answer has the browser's zone. A form's answer is not
 * loaded again, because that would send the form twice or lose its message.
 */
export function zoneScript(visit: Visit): string {
  const { preferences, viewer, form, flash, cspNonce } = visit
  if (preferences.chosen.zone !== undefined) return ''
  const showsTimes = viewer !== undefined && form === undefined && flash === undefined
  return `<script nonce="${cspNonce}">${tellZone}(${showsTimes ? JSON.stringify(preferences.zone) : ''})</script>`
}

/** The cookie is read back, because a browser that refuses cookies would load the page again and again. */
const tellZone = `(function(shown){
var zone=Intl.DateTimeFormat().resolvedOptions().timeZone,own="crumbtrail_zone="+encodeURIComponent(zone);
function isTold(){return document.cookie.split("; ").includes(own)}
if(!zone||isTold())return;
document.cookie=own+"; path=/; max-age=34560000; samesite=lax"+(location.protocol=="https:"?"; secure":"");
if(shown&&shown!=zone&&isTold())location.reload()
})`.replaceAll('\n', '')
