const maxAgeSeconds = 400 * 86_400

/** Tells the server in which zone times are to be written from the next page on; only where it does not know. */
export function tellZone({ document, location }: Window, zone: string): void {
  const cookie = `crumbtrail_zone=${encodeURIComponent(zone)}`
  if (zone === '' || document.cookie.split('; ').includes(cookie)) return
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${cookie}; path=/; max-age=${maxAgeSeconds}; samesite=lax${secure}`
}
