/** Loads the table of a game of another package. */

import type { TableLoader, TableModule } from './plugin'

/** Load the module at an address, and the component that shows it. */
export async function load(address: string): Promise<Awaited<ReturnType<TableLoader>>> {
  const [module, { default: PluginTable }] = await Promise.all([
    import(/* @vite-ignore */ address) as Promise<unknown>,
    import('./PluginTable.svelte'),
  ])
  return { default: PluginTable, module: checked(module, address) }
}

export function checked(module: unknown, address: string): TableModule {
  if (typeof (module as Partial<TableModule>).mount !== 'function')
    throw new Error(`${address} exports no function mount`)
  return module as TableModule
}
