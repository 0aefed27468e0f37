// Random moves at many tables of boardgame.io's server, two sockets each, over its own transport (socket.io):
// `node load.js PORT TABLES SECONDS PACE NUMBER`, of several at once each with a number of its own. Prints a line when
// everybody sits, and begins when its input is closed; in the end the milliseconds of all moves, from sending to the last
// of both updates, and how many messages came.
const { io } = require('socket.io-client')

const [port, tables, seconds, pace, load] = process.argv.slice(2).map(Number)
const took = []
let received = 0

const sleep = (ms) => new Promise((done) => setTimeout(done, ms))

// The clock starts when everybody sits: opening all sockets at once is no part of playing.
let seated = 0
let begin
const begun = new Promise((done) => { begin = done })

async function play(number) {
  const match = `match ${load} ${number}`
  const states = [null, null]
  let news = () => {}
  const sockets = [0, 1].map((seat) => {
    const socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ['websocket'], forceNew: true })
    socket.onAny((type, id, state) => {
      received += 1
      if (type === 'sync') states[seat] = state.state
      if (type === 'update') states[seat] = state
      news()
    })
    socket.on('connect', () => socket.emit('sync', match, String(seat), undefined, 2))
    return socket
  })
  const heard = () => new Promise((done) => { news = done })
  while (states.includes(null)) await heard()
  seated += 1
  if (seated === tables) {
    console.log('seated')
    process.stdin.resume().on('end', () => begin(performance.now() + 1000 * seconds))
  }
  const until = await begun
  await sleep(1000 * pace * Math.random())
  while (performance.now() < until) {
    const { G, ctx, _stateID } = states[0]
    const seat = Number(ctx.currentPlayer)
    const free = G.cells.map((mark, at) => (mark === null ? at : -1)).filter((at) => at >= 0)
    const cell = free.length ? free[Math.floor(Math.random() * free.length)] : Math.floor(Math.random() * 9)
    const action = { type: 'MAKE_MOVE', payload: { type: 'click', args: [cell], playerID: String(seat) } }
    const began = performance.now()
    sockets[seat].emit('update', action, _stateID, match, String(seat))
    while (states.some((state) => state._stateID <= _stateID)) await heard()
    took.push(performance.now() - began)
    if (pace) await sleep(1000 * pace * (0.5 + Math.random()))
  }
  sockets.forEach((socket) => socket.close())
}

async function main() {
  await Promise.all(Array.from({ length: tables }, (_, number) => play(number)))
  console.log(JSON.stringify({ took, received }))
}

main()
