/** The memory of a game's WebAssembly module, as our Python works with it (ludotheque/local/modules.py). */

const PAGE = 65_536
const ALIGNED = 64

export class ModuleMemory {
  readonly functions: WebAssembly.Exports
  readonly #memory: WebAssembly.Memory
  #end: number
  #bytes: Uint8Array
  #view: DataView

  constructor(instance: WebAssembly.Instance) {
    this.functions = instance.exports
    this.#memory = this.functions.memory as WebAssembly.Memory
    this.#end = Math.ceil((this.functions.__heap_base as WebAssembly.Global<'i32'>).value / ALIGNED) * ALIGNED
    this.#bytes = new Uint8Array(this.#memory.buffer)
    this.#view = new DataView(this.#memory.buffer)
  }

  /** A new block, of zeros; its address. The memory grows by half at least, since growing copies all of it. */
  reserve(size: number): number {
    const address = this.#end
    this.#end += size
    const missing = this.#end - this.#memory.buffer.byteLength
    if (missing > 0) {
      this.#memory.grow(Math.ceil(Math.max(missing, this.#memory.buffer.byteLength / 2) / PAGE))
      this.#bytes = new Uint8Array(this.#memory.buffer)
      this.#view = new DataView(this.#memory.buffer)
    }
    return address
  }

  clear(address: number, size: number): void {
    this.#bytes.fill(0, address, address + size)
  }

  /** What lies there; gone with the next block. */
  view(address: number, size: number): Uint8Array {
    return this.#bytes.subarray(address, address + size)
  }

  copy(from: number, size: number, to: number): void {
    this.#bytes.copyWithin(to, from, from + size)
  }

  number(kind: string, address: number): number {
    switch (kind) {
      case 'i2':
        return this.#view.getInt16(address, true)
      case 'i4':
        return this.#view.getInt32(address, true)
      case 'i8':
        return Number(this.#view.getBigInt64(address, true))
      case 'f4':
        return this.#view.getFloat32(address, true)
      default:
        return this.#view.getFloat64(address, true)
    }
  }

  put(kind: string, address: number, value: number): void {
    switch (kind) {
      case 'i2':
        this.#view.setInt16(address, value, true)
        break
      case 'i4':
        this.#view.setInt32(address, value, true)
        break
      case 'i8':
        this.#view.setBigInt64(address, BigInt(value), true)
        break
      case 'f4':
        this.#view.setFloat32(address, value, true)
        break
      default:
        this.#view.setFloat64(address, value, true)
    }
  }

  /** Whole numbers of one or two bytes as float32. */
  widen(kind: string, from: number, count: number, to: number): void {
    const numbers = kind === 'i1' ? Int8Array : Int16Array
    new Float32Array(this.#memory.buffer, to, count).set(new numbers(this.#memory.buffer, from, count))
  }

  /** Copy columns of a float32 table into those of another one from `at` on. */
  columns(
    from: number,
    width: number,
    start: number,
    stop: number,
    rows: number,
    to: number,
    wide: number,
    at: number,
  ): void {
    for (let row = 0; row < rows; row++) {
      this.copy(from + 4 * (row * width + start), 4 * (stop - start), to + 4 * (row * wide + at))
    }
  }
}
