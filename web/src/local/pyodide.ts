/** The part of Pyodide that we use. */

export interface PyodideSettings {
  instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object
}

export interface Pyodide {
  runPython(code: string): unknown
  toPy(value: unknown): unknown
  readonly lockfile: object
  FS: {
    readFile(path: string): Uint8Array<ArrayBuffer>
    writeFile(path: string, content: Uint8Array): void
    mkdirTree(path: string): void
  }
}

export declare function loadPyodide(options: object): Promise<Pyodide>
