/** The worker in which bots think, with a Python of its own: who looks at a preview meanwhile does not wait for them. */

import { ModuleMemory } from './memory'
import type { FromBots, StartBots, ToBots } from './messages'
import type { loadPyodide as LoadPyodide } from './pyodide'
import { type Create, startAgain } from './snapshot'

/** `ludotheque.local.thinking.Thinker`. */
interface Thinker {
  take(address: string, thing: ModuleMemory | Uint8Array): void
  decide(asked: string): string
}

const scope = self as unknown as { postMessage(message: FromBots): void; onmessage: unknown }

let thinker: Thinker | null = null
let before: Promise<void> = Promise.resolve() // messages are carried out one after the other

async function start({ pyodide: folder, prepared }: StartBots): Promise<void> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide: typeof LoadPyodide
  }
  const { default: create } = (await import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`)) as { default: Create }
  const pyodide = await startAgain(loadPyodide, create, folder, prepared)
  const open = pyodide.runPython('from ludotheque.local.boot import start_thinking; start_thinking') as (
    plural: (language: string, number: number) => string,
  ) => Thinker
  thinker = open((language, number) => new Intl.PluralRules(language).select(number))
  scope.postMessage({ type: 'ready' })
}

async function carryOut(message: ToBots): Promise<void> {
  if (message.type === 'start') await start(message)
  else if (message.type === 'decide') scope.postMessage({ type: 'decided', text: thinker?.decide(message.asked) ?? '' })
  else if (message.address.endsWith('.wasm')) {
    const { instance } = await WebAssembly.instantiate(message.data)
    thinker?.take(message.address, new ModuleMemory(instance))
  } else thinker?.take(message.address, message.data)
}

scope.onmessage = ({ data }: MessageEvent<ToBots>) => {
  before = before
    .then(() => carryOut(data))
    .catch((error: unknown) => scope.postMessage({ type: 'failed', problem: String(error) }))
}
