/**
 * Where the page's requests go: to the server that sent it, or, on a site without one, to tables in this browser.
 *
 * Such a site names the archive of our Python in its head; `ludotheque site` writes it there. Its rooms are named in the
 * query of the address (`?/rules/lampions`): any host can serve that, under any path.
 */

/** Without a document (tests of single modules) there is a server. */
const named =
  typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name="ludotheque-python"]')

class House {
  /** Whether no server is there, and tables are played in this browser. */
  readonly alone = named !== null

  /** The folder of a site, with a slash at its end. */
  get folder(): string {
    return new URL('.', location.href.replace(/[?#].*/, '')).href
  }

  /** Our Python: an archive of files, the memory that it begins with, how large that is, and Pyodide's module. */
  get python(): { archive: string; snapshot: string; size: number; module: string } {
    const [archive = '', snapshot = '', size, module = ''] = (named?.content ?? '').split(' ')
    const at = (name: string) => new URL(name, this.folder).href
    return { archive: at(archive), snapshot: at(snapshot), size: Number(size), module: at(module) }
  }

  /** The address of the documentation, where a site without a server has it. */
  get docs(): string | undefined {
    return document.querySelector<HTMLLinkElement>('link[rel=help]')?.href
  }

  /** The address of a file that lies beside the page. */
  file(name: string): string {
    return this.alone ? this.folder + name : `/${name}`
  }

  /** The room of the present address. */
  get path(): string {
    if (!this.alone) return location.pathname
    return decodeURI(location.search.slice(1)).replace(/\?.*/, '') || '/'
  }

  /** What the present address says behind its room. */
  get query(): URLSearchParams {
    return new URLSearchParams(this.alone ? location.search.slice(1).split('?', 2)[1] : location.search)
  }

  /** The address of a room, for the browser. */
  address(room: string): string {
    if (!this.alone) return room
    const [path = '/', hash] = room.split('#', 2)
    return `${location.pathname}${path === '/' ? '' : `?${path}`}${hash ? `#${hash}` : ''}`
  }
}

export const house = new House()

/** Answers a request of the page; made for tables in this browser. */
export async function ask(request: Request): Promise<Response> {
  const { answer } = await import('./local/answers')
  return answer(request)
}
