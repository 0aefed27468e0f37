// Plays matches in the WebAssembly module of a game, in Node and in browsers.
//
//   node matches.mjs FOLDER GAME STREAM LIMIT   reads GAME.wasm, GAME.json, random.bin and golden.json
//   node matches.mjs FOLDER GAME calls          reads GAME.wasm and calls.json

const ALIGNED = 64
const PAGE = 65536
const MOST_ACTIONS = 32768

function aligned(address) {
    return Math.ceil(address / ALIGNED) * ALIGNED
}

/** A module with room for one state, one workspace and a list of actions. */
export async function openModule(code, about) {
    const { instance } = await WebAssembly.instantiate(code, {})
    const functions = instance.exports
    const state = aligned(functions.__heap_base.value)
    const work = aligned(state + about.state)
    const out = aligned(work + about.work)
    const missing = out + 4 * MOST_ACTIONS - functions.memory.buffer.byteLength
    if (missing > 0) functions.memory.grow(Math.ceil(missing / PAGE))
    const bytes = new Uint8Array(functions.memory.buffer)
    return {
        put(start) {
            bytes.set(start, state)
            bytes.fill(0, work, work + about.work)
        },
        get: () => bytes.slice(state, state + about.state),
        // Addresses and lengths of arrays stand one after the other, as GAME.json describes them.
        playout: (stream, limit) => functions.playout(state, 1, 0, work, 1, 0, out, MOST_ACTIONS, stream, limit),
        turn: (seat, action) => functions.turn(state, 1, 0, work, 1, 0, seat, action),
    }
}

/** Random matches from each of the states in `starts`: the states at their ends, and how many decisions were made. */
export function playRandom(module, about, starts, stream, limit) {
    const ends = new Uint8Array(starts.length)
    let decisions = 0
    for (let at = 0; at < starts.length; at += about.state) {
        module.put(starts.subarray(at, at + about.state))
        decisions += module.playout(stream, limit)
        ends.set(module.get(), at)
    }
    return { ends, decisions }
}

/** The ends of matches whose decisions are known; -1 as first byte is no state: a decision was refused. */
export function playAgain(module, matches) {
    return matches.map(({ start, decisions }) => {
        module.put(Uint8Array.from(start))
        for (const [seat, action] of decisions) {
            if (module.turn(seat, action) < 0) return [-1]
        }
        return [...module.get()]
    })
}

/**
 * Calls of functions one after the other. Arrays are named in `buffers`, as lists of bytes with the lengths to be passed;
 * a list of names stands for a tuple of arrays. The answers, and what the arrays hold in the end.
 */
export async function runCalls(code, buffers, calls) {
    const { instance } = await WebAssembly.instantiate(code, {})
    const { memory, __heap_base, ...functions } = instance.exports
    let end = aligned(__heap_base.value)
    const places = {}
    const reserve = (size) => {
        const place = end
        end = aligned(end + size)
        if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / PAGE))
        return place
    }
    for (const [name, { bytes }] of Object.entries(buffers)) {
        places[name] = reserve(bytes.length)
        new Uint8Array(memory.buffer).set(bytes, places[name])
    }
    const passed = (argument) => {
        if (typeof argument === 'number') return [argument]
        if (typeof argument === 'string') return [places[argument], ...buffers[argument].lengths]
        const list = reserve(8 * argument.length)
        new Uint32Array(memory.buffer, list).set(argument.flatMap((name) => [places[name], buffers[name].lengths[0]]))
        return [list]
    }
    const answers = calls.map(([name, ...given]) => functions[name](...given.flatMap(passed)))
    const all = new Uint8Array(memory.buffer)
    const held = Object.entries(buffers).map(([name, { bytes }]) => [
        name,
        [...all.slice(places[name], places[name] + bytes.length)],
    ])
    return { answers, held: Object.fromEntries(held) }
}

async function main(folder, game, stream, limit, repeats) {
    const { readFileSync, writeFileSync } = await import('node:fs')
    const about = JSON.parse(readFileSync(`${folder}/${game}.json`, 'utf8'))
    const module = await openModule(readFileSync(`${folder}/${game}.wasm`), about)
    const starts = new Uint8Array(readFileSync(`${folder}/random.bin`))
    for (let k = 1; k < repeats; k++) {
        playRandom(module, about, starts.subarray(0, 300 * about.state), stream, limit) // the engine optimises meanwhile
        await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const began = process.cpuUsage()
    const { ends, decisions } = playRandom(module, about, starts, stream, limit)
    const used = process.cpuUsage(began)
    writeFileSync(`${folder}/ends.bin`, ends)
    const again = playAgain(module, JSON.parse(readFileSync(`${folder}/golden.json`, 'utf8')))
    console.log(JSON.stringify({ decisions, seconds: (used.user + used.system) / 1e6, again }))
}

if (typeof process !== 'undefined' && process.argv?.[1]?.endsWith('matches.mjs')) {
    const [folder, game, stream, limit, repeats] = process.argv.slice(2)
    if (stream === 'calls') {
        const { readFileSync } = await import('node:fs')
        const { buffers, calls } = JSON.parse(readFileSync(`${folder}/calls.json`, 'utf8'))
        console.log(JSON.stringify(await runCalls(readFileSync(`${folder}/${game}.wasm`), buffers, calls)))
    } else await main(folder, game, Number(stream), Number(limit), Number(repeats ?? 1))
}
