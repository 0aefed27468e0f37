/** Answers to the page's requests on a site without a server: from files where they never change, else from Python. */

import { house } from '../house'
import { python } from './python'

/** The files of the site: words, rulebooks, pieces, lists of games and lessons. */
const WRITTEN = /^\/(games|messages\/\w+|games\/\w+\/(messages\/\w+|rules\/\w+|pieces|lessons))$/

export async function answer(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const path = pathname.replace(/^\/api/, '')
  if (request.method === 'GET' && WRITTEN.test(path)) return fetch(`${house.folder}data${path}.json`)
  const { status, body } = await python.request(request.method, path + search, await request.text())
  return new Response(body === undefined || status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}
