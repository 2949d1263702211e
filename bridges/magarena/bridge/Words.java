package bridge;

import java.util.*;
import java.util.stream.Stream;
import kit.Facts;
import kit.Labels;
import magic.model.*;
import magic.model.event.*;

/** What the card data calls the engine's activated abilities; those for mana are of another class. */
final class Words extends Labels<Run, Object> {
    Words(Run run) { super(run); }

    @Override
    protected List<Object> printed(String name) {
        MagicCardDefinition card = CardFinder.card(name);
        if (card == null) return List.of();
        List<Object> all = List.copyOf(card.getActivations());
        // What a script writes out stands before what is read from the card's text, and not in printed order.
        if (all.stream().anyMatch(each -> loyalty(each) != null)) return all; // these are known by their costs
        boolean mixed = all.stream().map(each -> each.getClass().getName().startsWith("magic.")).distinct().count() > 1;
        Deque<Object> left = new ArrayDeque<>(all);
        Deque<Object> mana = new ArrayDeque<>(card.getManaActivations());
        List<Object> printed = new ArrayList<>();
        run.data.abilities(name).stream().filter(each -> each.text("form").equals("activated"))
                .forEach(each -> printed.add(each.is("mana") ? mana.poll() : left.poll()));
        return mixed || !left.isEmpty() || printed.contains(null) ? List.of() : printed;
    }

    @Override protected String form(Object ability) { return "activated"; }
    @Override protected String sign(Object ability) { return String.valueOf(System.identityHashCode(ability)); }
    @Override protected boolean mana(Object ability) { return ability instanceof MagicManaActivation; }

    @Override
    protected String loyalty(Object ability) {
        return ability instanceof MagicPlaneswalkerActivation each ? each.getText().replace('−', '-') : null;
    }

    @Override
    protected Collection<String> names() {
        Stream<MagicCard> cards = run.players.values().stream()
                .flatMap(each -> Stream.of(each.getHand(), each.getGraveyard(), each.getExile())).flatMap(List::stream);
        return Stream.concat(cards, run.permanents().stream().map(MagicPermanent::getCard)).map(MagicCard::getName).toList();
    }

    /** The word of an activated ability of a permanent, or null. */
    String word(Object ability, MagicPermanent permanent) {
        MagicCardDefinition card = permanent.getCardDefinition();
        boolean own = card.getActivations().contains(ability); // and then no other card gave it
        return own && !printed(card.getName()).contains(ability) ? null : label(ability, card.getName());
    }

    /** The word of the only triggered ability of a card. */
    String trigger(String card) {
        List<Facts> told = run.data.abilities(card).stream().filter(each -> each.text("form").equals("triggered")).toList();
        return told.size() == 1 ? told.get(0).text("label", "triggered") : "triggered";
    }
}
