/** The part of Pyodide that we use. */

export interface PyodideSettings {
  instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object
}

export interface Pyodide {
  unpackArchive(archive: Uint8Array, format: string): void
  runPython(code: string): unknown
  toPy(value: unknown): unknown
  FS: { readFile(path: string): Uint8Array }
}

export declare function loadPyodide(options: object): Promise<Pyodide>
