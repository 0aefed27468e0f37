/** A finished match as a link: its record, compressed, behind the # of the address, which no host ever sees. */

import { house } from '../house'

const NAME = 'match='

async function through(
  data: Uint8Array<ArrayBuffer>,
  by: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(by)).arrayBuffer())
}

export async function linkTo(record: unknown): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(record)), new CompressionStream('deflate-raw'))
  const letters = btoa(String.fromCharCode(...packed))
  const text = letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return new URL(house.address(`/record#${NAME}${text}`), location.href).href
}

/** The record that a link carries, as text; null if it carries none. Raises an error if it is cut or damaged. */
export async function recordIn(hash: string): Promise<string | null> {
  if (!hash.startsWith(`#${NAME}`)) return null
  const letters = atob(
    hash
      .slice(NAME.length + 1)
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
  )
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  return new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')))
}
