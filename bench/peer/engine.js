// boardgame.io's bare reducer, headless: many 200-move games of "Courier", set-up included. One JSON line.
const { InitializeGame, CreateGameReducer, ProcessGameConfig } = require('boardgame.io/internal');
const { makeGame, NOTE } = require('./game.js');

const RUNS = Number(process.env.RUNS || 3), SECONDS = 2, MOVES = 200;
const now = () => Number(process.hrtime.bigint()) / 1e9;

function movesPerSecond() {
  const game = ProcessGameConfig(makeGame());
  const reducer = CreateGameReducer({ game });
  const start = now();
  let moves = 0;
  while (now() - start < SECONDS) {
    let state = InitializeGame({ game, numPlayers: 4 });
    for (let i = 0; i < MOVES; i++) {
      const payload = { type: 'play', args: [i % 5, NOTE], playerID: state.ctx.currentPlayer };
      state = reducer(state, { type: 'MAKE_MOVE', payload });
    }
    if (state.G.played !== MOVES) throw new Error('moves were refused');
    moves += MOVES;
  }
  return moves / (now() - start);
}

movesPerSecond(); // warm up
const runs = Array.from({ length: RUNS }, movesPerSecond).sort((a, b) => a - b);
console.log(JSON.stringify({ median: runs[runs.length >> 1], min: runs[0], max: runs.at(-1) }));
