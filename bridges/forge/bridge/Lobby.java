package bridge;

import forge.LobbyPlayer;
import forge.game.Game;
import forge.game.player.IGameEntitiesFactory;
import forge.game.player.Player;
import forge.game.player.PlayerController;

/** Who takes a seat at the engine's table. */
final class Lobby extends LobbyPlayer implements IGameEntitiesFactory {
    private final Run run;

    Lobby(String name, Run run) {
        super(name);
        this.run = run;
    }

    @Override
    public Player createIngamePlayer(Game game, int id) {
        Player player = new Player(getName(), game, id);
        player.setFirstController(new Seat(game, player, this, run));
        return player;
    }

    @Override
    public PlayerController createMindSlaveController(Player master, Player slave) {
        throw run.answers.unsupported("choice", "a player who is controlled by another");
    }

    @Override
    public void hear(LobbyPlayer player, String message) {
    }
}
