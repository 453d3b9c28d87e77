export interface Customer {
  id: string
  /** Absent for those who are known by their number only, as `email`. */
  name?: string
  email?: string
  geo: { city: string; country_code: string }
  browser: { name: string; version: string }
  os: { name: string; version: string }
  /** Only of phones. */
  device?: { family: string; model: string }
}

type Row = readonly [name: string, mail: string, city: string, country: string, browser: number]

const BROWSERS = [
  { browser: { name: 'Chrome', version: '141.0.0' }, os: { name: 'Windows', version: '11' } },
  { browser: { name: 'Safari', version: '26.0' }, os: { name: 'macOS', version: '26.0' } },
  {
    browser: { name: 'Mobile Safari', version: '26.0' },
    os: { name: 'iOS', version: '26.0.1' },
    device: { family: 'iPhone', model: 'iPhone17,1' },
  },
  { browser: { name: 'Firefox', version: '144.0' }, os: { name: 'Ubuntu', version: '24.04' } },
  {
    browser: { name: 'Chrome Mobile', version: '141.0.0' },
    os: { name: 'Android', version: '16' },
    device: { family: 'Pixel', model: 'Pixel 9' },
  },
] as const

/** Who is not signed in has a number: most people are. */
export function withoutName({ geo, browser, os, device }: Customer, number: number): Customer {
  return { id: String(5000 + number), geo, browser, os, ...(device && { device }) }
}

/** Invented: the addresses are of a domain that nobody can have (RFC 2606). */
const ROWS: readonly Row[] = [
  ['Chioma Okafor', 'chioma', 'Lagos', 'NG', 4],
  ['Jürgen Weiß', 'juergen.weiss', 'Graz', 'AT', 0],
  ['佐藤 美咲', 'misaki.sato', 'Osaka', 'JP', 2],
  ['Олена Коваленко', 'olena.k', 'Lviv', 'UA', 3],
  ['فاطمة الزهراء', 'fatima.z', 'Casablanca', 'MA', 4],
  ['José Ángel Muñoz', 'ja.munoz', 'Valencia', 'ES', 1],
  ['Nguyễn Thị Mai', 'mai.nguyen', 'Da Nang', 'VN', 4],
  ['Σοφία Παπαδοπούλου', 'sofia.p', 'Thessaloniki', 'GR', 1],
  ['பிரியா ரகுநாதன்', 'priya.r', 'Chennai', 'IN', 4],
  ['Łukasz Wójcik', 'lukasz', 'Kraków', 'PL', 0],
  ['Søren Ågård', 'soeren', 'Aarhus', 'DK', 1],
  ['נועה לוי', 'noa.levi', 'Haifa', 'IL', 2],
  ['Aroha Ngata', 'aroha', 'Rotorua', 'NZ', 2],
  ['Élodie Lefèvre', 'elodie', 'Nantes', 'FR', 0],
  ['김서연', 'seoyeon', 'Busan', 'KR', 0],
  ['Zeynep Yıldız', 'zeynep', 'Izmir', 'TR', 4],
  ['Mateo Quispe', 'mateo', 'Cusco', 'PE', 4],
  ['Ingibjörg Jónsdóttir', 'ingibjorg', 'Akureyri', 'IS', 1],
  ['陈晓明', 'xiaoming', 'Chengdu', 'CN', 0],
  ['Wanjiru Kamau', 'wanjiru', 'Nakuru', 'KE', 4],
  ['Ana Horvat', 'ana.horvat', 'Zagreb', 'HR', 3],
  ['Liam O’Brien', 'liam', 'Galway', 'IE', 0],
  ['Thandiwe Nkosi', 'thandiwe', 'Durban', 'ZA', 2],
  ['Beatriz Carvalho', 'bia', 'Porto Alegre', 'BR', 4],
]

export const CUSTOMERS: readonly (Customer & { name: string; email: string })[] = ROWS.map(
  ([name, mail, city, country, browser], index) => ({
    id: String(1001 + index * 37),
    name,
    email: `${mail}@shop.example`,
    geo: { city, country_code: country },
    ...(BROWSERS[browser] ?? BROWSERS[0]),
  }),
)
