package bridge;

import forge.game.card.Card;
import forge.game.player.Player;
import forge.game.spellability.LandAbility;
import forge.game.spellability.SpellAbility;
import java.util.List;
import kit.Facts;

/** What a player can do, as the engine says, by the words in which an action asks for it. */
final class Moves {
    private final Run run;

    Moves(Run run) {
        this.run = run;
    }

    /** The spell or ability that an action asks for; ends the run if the engine does not let the player have it. */
    SpellAbility ability(Facts action, Player player, Card card) {
        List<SpellAbility> possible = card.getAllPossibleAbilities(player, true);
        List<SpellAbility> meant;
        if (action.has("play")) {
            meant = possible.stream().filter(each -> each instanceof LandAbility).toList();
        } else if (action.has("turn face up")) {
            meant = possible.stream().filter(each -> each.isMorphUp() || each.isManifestUp()).toList();
        } else if (action.has("cast")) {
            meant = spells(action, possible.stream().filter(each -> each.isSpell() && !(each instanceof LandAbility)).toList());
        } else {
            meant = activated(action, card, possible);
        }
        if (meant.isEmpty()) throw run.script.refuse("the engine does not allow it now", true);
        return meant.get(0);
    }

    /** Spells as they are to be cast: face down, at an alternative cost that is named, or else at none. */
    private List<SpellAbility> spells(Facts action, List<SpellAbility> all) {
        boolean down = action.has("face down");
        if (all.isEmpty()) return all;
        List<SpellAbility> fit = all.stream().filter(each -> each.isCastFaceDown() == down).toList();
        List<String> with = action.texts("with");
        List<SpellAbility> named = fit.stream().filter(each -> each.getAlternativeCost() != null
                && with.contains(Script.word(each.getAlternativeCost().name()))).toList();
        if (!named.isEmpty()) return named;
        List<String> halves = action.texts("modes");
        List<SpellAbility> half = fit.stream().filter(each -> each.getCardState() != null && halves.contains(each.getCardState().getName())).toList();
        if (!half.isEmpty()) return half;
        List<String> costs = with.isEmpty() ? List.of() : run.words.data.costs(Run.printed(all.get(0).getHostCard()));
        List<SpellAbility> other = fit.stream().filter(each -> !each.isBasicSpell() && each.getAlternativeCost() == null).toList();
        if (other.size() == 1 && with.size() == 1 && costs.equals(with)) return other;
        List<SpellAbility> plain = fit.stream().filter(SpellAbility::isBasicSpell).toList();
        return plain.isEmpty() ? fit : plain;
    }

    private List<SpellAbility> activated(Facts action, Card card, List<SpellAbility> possible) {
        List<SpellAbility> all = Run.list(card.getSpellAbilities()).stream().filter(each -> each.isActivatedAbility() && !each.isMorphUp()).toList();
        List<SpellAbility> meant = all;
        if (action.has("ability")) {
            String label = action.text("ability");
            if (label.matches("\\d+")) {
                int place = Integer.parseInt(label);
                meant = place <= all.size() ? List.of(all.get(place - 1)) : List.of();
            } else {
                meant = all.stream().filter(each -> label.equals(run.words.label(card, each))).toList();
                if (meant.isEmpty() && all.stream().anyMatch(each -> run.words.label(card, each) == null)) {
                    throw run.answers.unsupported("action", "an ability whose label the engine's abilities do not tell");
                }
            }
        } else if (all.size() > 1) {
            List<SpellAbility> mana = all.stream().filter(SpellAbility::isManaAbility).toList();
            if (mana.size() < all.size() && all.size() - mana.size() > 1) throw run.answers.unsupported("action", "an ability that is not named");
            meant = mana.size() == all.size() ? mana : all.stream().filter(each -> !each.isManaAbility()).toList();
        }
        List<SpellAbility> able = meant.stream().filter(possible::contains).toList();
        if (able.size() < 2) return able;
        List<String> colors = able.stream().map(each -> Telling.produced(each).stream().findFirst().orElse("C")).toList();
        String chosen = run.answers.one(run.name(able.get(0).getActivatingPlayer()), "mana", run.name(card), colors);
        return List.of(able.get(colors.indexOf(chosen)));
    }
}
