// boardgame.io's own server with tic-tac-toe: `node server.js PORT memory|files FOLDER`. Says when it listens.
const { Server, FlatFile } = require('boardgame.io/server')

const [port, storage, folder] = process.argv.slice(2)

const ticTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // A full board is cleared by the next move, so that a table plays on for as long as is measured.
    click: ({ G, playerID }, cell) => {
      if (G.cells.every((mark) => mark !== null)) G.cells.fill(null)
      if (G.cells[cell] !== null) return 'INVALID_MOVE'
      G.cells[cell] = playerID
    },
  },
}

const options = { games: [ticTacToe], origins: [/.*/] }
if (storage === 'files') options.db = new FlatFile({ dir: folder })

Server(options)
  .run(Number(port))
  .then(() => console.log('listening'))
