package bridge;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import mage.abilities.Ability;
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

    /** The spell that an action casts; null if the engine does not let the player cast it. */
    ActivatedAbility spell(JsonObject action, Seat seat, UUID object) {
        boolean down = action.has("face down");
        String half = action.has("modes") ? action.getAsJsonArray("modes").get(0).getAsString() : null;
        ActivatedAbility found = null;
        for (ActivatedAbility each : playable(seat, object, SpellAbility.class)) {
            SpellAbility spell = (SpellAbility) each;
            boolean faceDown = spell.getSpellAbilityCastMode() == SpellAbilityCastMode.MORPH
                    || spell.getSpellAbilityCastMode() == SpellAbilityCastMode.DISGUISE || spell instanceof MorphAbility;
            if (faceDown != down) {
                continue;
            }
            Card part = run.game.getCard(each.getSourceId());
            if (part != null && part.getName().equals(half)) {
                return each;
            }
            if (found == null) {
                found = each;
            }
        }
        return found;
    }

    /** What of an object the engine lets a player play or activate now. */
    List<ActivatedAbility> playable(Seat seat, UUID object, Class<?> kind) {
        Card card = run.game.getCard(object);
        UUID main = card == null ? object : card.getMainCard().getId();
        List<ActivatedAbility> found = new ArrayList<>();
        for (ActivatedAbility each : seat.getPlayable(run.game, true, Zone.ALL, false)) {
            Card of = run.game.getCard(each.getSourceId());
            UUID source = of == null ? each.getSourceId() : of.getMainCard().getId();
            if (source.equals(main) && kind.isInstance(each)) {
                found.add(each);
            }
        }
        return found;
    }

    /** The ability that an action activates; null if the engine does not let the player activate it. */
    ActivatedAbility activated(JsonObject action, Seat seat, UUID object) {
        Permanent permanent = run.game.getPermanent(object);
        Card card = run.game.getCard(object);
        List<ActivatedAbility> all = new ArrayList<>();
        for (Ability each : permanent != null ? permanent.getAbilities(run.game) : card.getAbilities(run.game)) {
            if (each instanceof ActivatedAbility && !(each instanceof SpellAbility) && !(each instanceof PlayLandAbility)
                    && !(each instanceof SpecialAction)) {
                all.add((ActivatedAbility) each);
            }
        }
        List<ActivatedAbility> meant = action.has("ability") ? labelled(action.get("ability").getAsString(), all, object) : only(all);
        List<ActivatedAbility> possible = new ArrayList<>();
        List<ActivatedAbility> playable = playable(seat, object, ActivatedAbility.class);
        for (ActivatedAbility each : meant) {
            if (each instanceof ActivatedManaAbilityImpl
                    ? each.canActivate(seat.getId(), run.game).canActivate()
                    : playable.stream().anyMatch(other -> other.getRule().equals(each.getRule()))) {
                possible.add(each);
            }
        }
        if (possible.size() < 2) {
            return possible.isEmpty() ? null : possible.get(0);
        }
        // one mana ability of the card is one for each colour here
        List<String> colors = new ArrayList<>();
        possible.forEach(each -> colors.add(Telling.mana((ActivatedManaAbilityImpl) each, run.game).stream().findFirst().orElse("C")));
        String chosen = run.answers.one(seat.getName(), "mana", Set.of("color"), run.names.of(object), colors);
        return possible.get(colors.indexOf(chosen));
    }

    private List<ActivatedAbility> only(List<ActivatedAbility> all) {
        List<ActivatedAbility> mana = all.stream().filter(each -> each instanceof ActivatedManaAbilityImpl).toList();
        if (mana.size() == all.size() || all.size() == 1) {
            return all;
        }
        List<ActivatedAbility> other = all.stream().filter(each -> !(each instanceof ActivatedManaAbilityImpl)).toList();
        if (other.size() > 1) {
            throw Over.unsupported("action", "an ability that is not named");
        }
        return mana.isEmpty() ? other : mana;
    }

    private List<ActivatedAbility> labelled(String label, List<ActivatedAbility> all, UUID object) {
        if (label.matches("\\d+")) {
            int place = Integer.parseInt(label);
            return place <= all.size() ? List.of(all.get(place - 1)) : List.of();
        }
        if (label.startsWith("tap for ")) {
            String color = label.substring("tap for ".length());
            Permanent permanent = run.game.getPermanent(object);
            List<ActivatedAbility> every = all.stream().filter(each -> run.labels.everyColor(each, permanent)).toList();
            run.script.manaColor = every.isEmpty() ? null : color;
            return !every.isEmpty() ? every : all.stream().filter(each -> each instanceof BasicManaAbility
                    && Telling.mana((ActivatedManaAbilityImpl) each, run.game).contains(color)).toList();
        }
        List<ActivatedAbility> found = all.stream().filter(each -> label.equals(run.labels.label(each, object))).toList();
        if (found.isEmpty() && all.stream().anyMatch(each -> run.labels.label(each, object) == null)) {
            throw Over.unsupported("action", "an ability whose label the engine's abilities do not tell");
        }
        return found;
    }
}
