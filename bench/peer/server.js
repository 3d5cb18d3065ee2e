// boardgame.io's own server on the loopback, with its default storage: memory. The first line ends with its port.
const { Server } = require('boardgame.io/server');
const { makeGame } = require('./game.js');

const server = Server({ games: [makeGame()], origins: ['http://127.0.0.1'] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (_, ready) => listen(0, '127.0.0.1', ready);
server.run(0).then(({ appServer }) => console.log(`listening on 127.0.0.1:${appServer.address().port}`));
