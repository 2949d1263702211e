package bridge;

import java.util.List;
import java.util.UUID;
import kit.Facts;
import mage.abilities.ActivatedAbility;
import mage.abilities.PlayLandAbility;
import mage.abilities.SpecialAction;
import mage.abilities.SpellAbility;
import mage.abilities.keyword.MorphAbility;
import mage.abilities.mana.ActivatedManaAbilityImpl;
import mage.abilities.mana.BasicManaAbility;
import mage.cards.Card;
import mage.constants.SpellAbilityCastMode;
import mage.constants.Zone;
import mage.game.permanent.Permanent;

/** What a player can do, as the engine says, by the words in which an action asks for it. */
final class Moves {
    private final Run run;

    Moves(Run run) {
        this.run = run;
    }

    /** What an action does with an object; null if the engine does not let the player do it. */
    ActivatedAbility meant(Facts action, Seat seat, UUID object) {
        if (action.has("activate")) return activated(action, seat, object);
        List<ActivatedAbility> playable = playable(seat, object);
        if (action.has("cast")) return spell(action, playable);
        return playable.stream().filter(each -> action.has("play") ? each instanceof PlayLandAbility
                : each.getClass().getSimpleName().equals("TurnFaceUpAbility")).findFirst().orElse(null);
    }

    /** What of an object the engine lets a player play or activate now. */
    private List<ActivatedAbility> playable(Seat seat, UUID object) {
        return object == null ? List.of() : seat.getPlayable(run.game, true, Zone.ALL, false).stream()
                .filter(each -> run.names.main(each.getSourceId()).equals(run.names.main(object))).toList();
    }

    private ActivatedAbility spell(Facts action, List<ActivatedAbility> playable) {
        List<ActivatedAbility> spells = playable.stream().filter(each -> each instanceof SpellAbility spell && action.is("face down")
                == (spell instanceof MorphAbility || spell.getSpellAbilityCastMode() == SpellAbilityCastMode.MORPH
                || spell.getSpellAbilityCastMode() == SpellAbilityCastMode.DISGUISE)).toList();
        return spells.stream().filter(each -> action.texts("modes").contains(run.names.printed(each.getSourceId()))).findFirst() // a half
                .orElse(spells.isEmpty() ? null : spells.get(0));
    }

    private ActivatedAbility activated(Facts action, Seat seat, UUID object) {
        Permanent permanent = run.game.getPermanent(object);
        Card card = permanent == null ? run.game.getCard(object) : permanent;
        List<ActivatedAbility> all = card.getAbilities(run.game).stream().filter(each -> each instanceof ActivatedAbility
                && !(each instanceof SpellAbility || each instanceof PlayLandAbility || each instanceof SpecialAction))
                .map(ActivatedAbility.class::cast).toList();
        List<ActivatedAbility> meant = action.has("ability") ? labelled(action.text("ability"), all, card) : only(all);
        List<ActivatedAbility> playable = playable(seat, object);
        List<ActivatedAbility> possible = meant.stream().filter(each -> each instanceof ActivatedManaAbilityImpl
                ? each.canActivate(seat.getId(), run.game).canActivate()
                : playable.stream().anyMatch(other -> other.getRule().equals(each.getRule()))).toList();
        if (possible.size() < 2) return possible.isEmpty() ? null : possible.get(0);
        // One mana ability of the card is one for each colour here.
        List<String> colors = possible.stream().map(each -> run.labels.letters((ActivatedManaAbilityImpl) each).iterator().next()).toList();
        return possible.get(colors.indexOf(run.answers.one(seat.getName(), "mana", run.names.of(object), colors)));
    }

    private List<ActivatedAbility> only(List<ActivatedAbility> all) {
        List<ActivatedAbility> mana = all.stream().filter(each -> each instanceof ActivatedManaAbilityImpl).toList();
        if (mana.size() == all.size() || all.size() == 1) return all;
        if (all.size() - mana.size() > 1) throw run.answers.unsupported("action", "an ability that is not named");
        return mana.isEmpty() ? all : mana;
    }

    private List<ActivatedAbility> labelled(String label, List<ActivatedAbility> all, Card card) {
        if (label.matches("\\d+")) return all.stream().skip(Integer.parseInt(label) - 1).limit(1).toList();
        if (label.startsWith("tap for ")) {
            String color = label.substring("tap for ".length());
            List<ActivatedAbility> every = all.stream().filter(each -> run.labels.everyColor(each, card)).toList();
            run.script.manaColor = every.isEmpty() ? null : color;
            if (!every.isEmpty()) return every;
            return all.stream().filter(each -> each instanceof BasicManaAbility mana && run.labels.letters(mana).contains(color)).toList();
        }
        List<ActivatedAbility> found = all.stream().filter(each -> label.equals(run.labels.label(each, card.getId()))).toList();
        if (found.isEmpty() && all.stream().anyMatch(each -> run.labels.label(each, card.getId()) == null)) {
            throw run.answers.unsupported("action", "an ability whose label the engine's abilities do not tell");
        }
        return found;
    }
}
