package bridge;

import forge.card.mana.ManaCost;
import forge.card.mana.ManaCostShard;
import forge.game.Game;
import forge.game.GameActionUtil;
import forge.game.GameEntity;
import forge.game.GameObject;
import forge.game.ability.AbilityUtils;
import forge.game.ability.ApiType;
import forge.game.ability.effects.CharmEffect;
import forge.game.card.Card;
import forge.game.card.CardCollection;
import forge.game.card.CardCollectionView;
import forge.game.cost.Cost;
import forge.game.cost.CostAdjustment;
import forge.game.cost.CostPart;
import forge.game.cost.CostPartMana;
import forge.game.cost.CostPayment;
import forge.game.keyword.Keyword;
import forge.game.mana.ManaCostBeingPaid;
import forge.game.player.Player;
import forge.game.spellability.AbilitySub;
import forge.game.spellability.LandAbility;
import forge.game.spellability.OptionalCostValue;
import forge.game.spellability.SpellAbility;
import forge.game.spellability.SpellAbilityStackInstance;
import forge.game.spellability.TargetRestrictions;
import forge.game.zone.ZoneType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import kit.Facts;

/** How a player puts spells and abilities on the stack: ways, modes, X, targets and costs, in the engine's order. */
final class Table {
    /** The greatest number that is offered where the rules set no limit. */
    static final int MOST = 20;

    private final Run run;
    private final Seat seat;
    /** What the action names of targets and of costs paid besides, and is not yet used. */
    private final List<List<String>> targets = new ArrayList<>();
    private final List<String> with = new ArrayList<>();
    private Facts read;

    Table(Run run, Seat seat) {
        this.run = run;
        this.seat = seat;
    }

    private Player player() {
        return seat.getPlayer();
    }

    /** The action that is being announced by this player; null for what the engine has a player do. */
    private Facts announcing() {
        Facts action = run.script.announcing;
        if (action != null && action != read) {
            read = action;
            targets.clear();
            with.clear();
            with.addAll(action.texts("with"));
            Object told = action.get("targets");
            if (told instanceof List<?>) {
                action.texts("targets").forEach(each -> targets.add(List.of(each)));
            } else if (told != null) {
                Facts named = action.at("targets");
                String card = action.text(action.has("cast") ? "cast" : "activate");
                String printed = run.found(card) instanceof Card found ? found.getName() : card;
                run.words.data.targets(printed, named.keys()).forEach(each -> targets.add(named.texts(each)));
            }
        }
        return action;
    }

    /** Ends the run if something that the action names was of no use. */
    private void used() {
        if (announcing() == null) return;
        if (!targets.isEmpty()) throw run.script.refuse("more targets than there can be", false);
        if (with.isEmpty()) return;
        String card = run.script.object();
        String told = String.join(" and ", with);
        if (run.words.data.costs(card).containsAll(with)) throw run.answers.unsupported("action", "paying besides: " + told);
        throw run.script.refuse("there is no cost of " + told, false);
    }

    /** Plays what the action asks for; returns whether that was done. */
    boolean announced(SpellAbility ability) {
        boolean done = put(ability, false, false, true);
        run.answers.goOn();
        if (done) used();
        return done;
    }

    /** Plays what is not the action itself: what the action names is not meant for it. */
    boolean play(SpellAbility ability, boolean free, boolean atOnce, boolean targeting) {
        Facts before = run.script.announcing;
        run.script.announcing = null;
        try {
            return put(ability, free, atOnce, targeting);
        } finally {
            run.script.announcing = before;
        }
    }

    /** Puts a spell or an ability on the stack, or carries it out at once; returns whether that was done. */
    private boolean put(SpellAbility wanted, boolean free, boolean atOnce, boolean targeting) {
        run.answers.goOn();
        Game game = run.game;
        wanted.setActivatingPlayer(player());
        Card card = wanted.getHostCard();
        if (wanted instanceof LandAbility) {
            if (!wanted.canPlay()) return false;
            announcing();
            wanted.resolve();
            game.updateLastStateForCard(card);
            return true;
        }
        SpellAbility ability = wanted;
        if (ability.isSpell()) cast(ability);
        boolean up = ability.isSpell() && card.isFaceDown() && !ability.isCastFaceDown();
        if (ability.isSpell() && !ability.isCopied()) {
            SpellAbility way = seat.getAbilityToPlay(card, GameActionUtil.getAdditionalCostSpell(ability));
            ability = GameActionUtil.addOptionalCosts(way, optional(way, GameActionUtil.getOptionalCostValues(way)));
        }
        card.setSplitStateToPlayAbility(ability);
        if (ability.isSpell() && !ability.isCopied() && run.script.announcing != null && !ability.canPlay()) return false;
        if (up) card.forceTurnFaceUp();
        if (ability.getApi() == ApiType.Charm && !ability.isWrapper() && !CharmEffect.makeChoices(ability)) return false;
        game.getStack().freezeStack();
        if (ability.isSpell() && !card.isCopiedSpell()) ability.setHostCard(game.getAction().moveToStack(card, ability));
        if (!ability.isCopied()) ability.resetPaidHash();
        ability = GameActionUtil.addExtraKeywordCost(ability);
        CostPayment payment = new CostPayment(ability.getPayCosts(), ability);
        ability.clearManaPaid();
        announceValues(ability);
        if (targeting && !ability.setupTargets() || !ability.canCastTiming(player()) || !ability.checkRestrictions(player())
                || !free && !payment.payCost(new Paying(run, seat, player(), ability, false))) {
            game.getStack().clearFrozen();
            if (!ability.isTrigger() && run.script.announcing == null && ability.isSpell()) throw run.answers.unsupported("choice", "a spell that an effect casts in vain");
            return false;
        }
        if (atOnce) {
            AbilityUtils.resolve(ability);
            game.getStack().unfreezeStack();
        } else {
            game.getStack().addAndUnfreeze(ability);
        }
        return true;
    }

    /** Puts what waits for a player on the stack: triggered abilities, and copies of spells. */
    void putOnStack(SpellAbility ability) {
        if (ability.isTrigger()) {
            play(ability, false, false, true);
            return;
        }
        if (ability.isCopied() && ability.isSpell()) {
            Card card = ability.getHostCard();
            if (!card.isInZone(ZoneType.Stack)) {
                ability.setHostCard(run.game.getAction().moveToStack(card, ability));
            } else {
                run.game.getStackZone().add(card);
            }
        }
        if (ability.isCopied() && ability.isMayChooseNewTargets()) ability.setupNewTargets(player());
        run.game.getStack().add(ability);
    }

    // --- announcing ---------------------------------------------------------------------------------------------------

    private void announceValues(SpellAbility ability) {
        if (ability.isCopied() || ability.isWrapper()) return;
        boolean x = ability.getPayCosts().hasXInAnyCostPart() && List.of("", "Count$xPaid").contains(ability.getSVar("X"));
        for (String name : ability.getParamOrDefault("Announce", "").split(",")) {
            String variable = name.trim();
            if (variable.isEmpty()) continue;
            int value = announce(ability, variable);
            if (variable.equalsIgnoreCase("X")) {
                ability.setXManaCostPaid(value);
                x = false;
            } else {
                ability.setSVar(variable, String.valueOf(value));
                if (variable.equals("Multikicker")) ability.getHostCard().setKickerMagnitude(value);
                else if (variable.equals("Pseudo-multikicker")) ability.getHostCard().setPseudoMultiKickerMagnitude(value);
                else ability.getHostCard().setSVar(variable, String.valueOf(value));
            }
        }
        if (x) ability.setXManaCostPaid(announce(ability, "X"));
    }

    int announce(SpellAbility ability, String name) {
        Facts action = announcing();
        if (action != null && name.equalsIgnoreCase("X") && action.has("x")) return action.number("x", 0);
        if (action != null && name.contains("ulti")) return paid("kicker") + paid("multikicker");
        return seat.number(ability, IntStream.rangeClosed(0, MOST).boxed().toList());
    }

    /** How often the action names a cost that is paid besides. */
    int paid(String word) {
        if (announcing() == null) return 0;
        int times = (int) with.stream().filter(word::equals).count();
        with.removeIf(word::equals);
        return times;
    }

    /** Notes that a spell is cast in a way that the action names. */
    private void cast(SpellAbility ability) {
        announcing();
        if (ability.getAlternativeCost() != null) with.remove(Script.word(ability.getAlternativeCost().name()));
        else if (!ability.isBasicSpell()) with.removeAll(run.words.data.costs(Run.printed(ability.getHostCard())));
    }

    List<OptionalCostValue> optional(SpellAbility ability, List<OptionalCostValue> costs) {
        if (announcing() == null || costs.isEmpty()) return List.of();
        List<String> told = run.words.data.costs(Run.printed(ability.getHostCard()));
        List<OptionalCostValue> chosen = new ArrayList<>();
        for (OptionalCostValue each : costs) {
            String word = Script.word(each.getType().getName());
            String named = with.stream().filter(one -> one.equals(word) || costs.size() == 1 && told.contains(one)).findFirst().orElse(null);
            if (named != null && with.remove(named)) chosen.add(each);
        }
        return chosen;
    }

    List<AbilitySub> modes(SpellAbility ability, List<AbilitySub> possible, int least, int most, boolean repeat) {
        List<AbilitySub> all = ability.getAdditionalAbilityList("Choices");
        List<String> words = run.words.data.modes(ability.getHostCard().getName(), all.size());
        if (words.isEmpty()) throw run.answers.unsupported("choice", "modes that the card data does not tell");
        List<String> options = new ArrayList<>();
        for (AbilitySub each : possible) {
            int place = IntStream.range(0, all.size()).filter(at -> all.get(at).getOriginalMapParams().equals(each.getOriginalMapParams())).findFirst().orElse(-1);
            if (place < 0) throw run.answers.unsupported("choice", "modes that the card data does not tell");
            options.add(words.get(place));
        }
        List<String> chosen = announcing() == null ? List.of() : announcing().texts("modes");
        if (chosen.isEmpty()) {
            String about = run.name(ability.getHostCard());
            chosen = most == 1 && least == 1 ? List.of(run.answers.one(seat.name(), "mode", about, options))
                    : run.answers.some(seat.name(), "mode", about, options, least, most, false);
        } else if (!options.containsAll(chosen) || chosen.size() < least || chosen.size() > most) {
            throw run.script.refuse("not these modes", false);
        }
        run.modes.put(ability.getId(), chosen);
        return new ArrayList<>(chosen.stream().map(each -> possible.get(options.indexOf(each))).toList());
    }

    /** One or more of the abilities that an effect offers, by the words of the card data. */
    List<SpellAbility> words(SpellAbility ability, List<SpellAbility> abilities, int number) {
        if (abilities.size() <= number) return abilities;
        String card = ability.getHostCard().getName();
        List<String> words = run.words.data.choices(card);
        boolean mode = words.size() != abilities.size();
        if (mode) words = run.words.data.modes(card, abilities.size());
        if (words.isEmpty()) throw run.answers.unsupported("choice", "one of several effects of " + card);
        List<String> chosen = number == 1 ? List.of(run.answers.one(seat.name(), mode ? "mode" : "word", run.name(ability.getHostCard()), words))
                : run.answers.some(seat.name(), "mode", run.name(ability.getHostCard()), words, number, number, false);
        List<String> known = words;
        return chosen.stream().map(each -> abilities.get(known.indexOf(each))).toList();
    }

    // --- targets ------------------------------------------------------------------------------------------------------

    private List<GameObject> candidates(SpellAbility ability) {
        List<GameObject> found = new ArrayList<>();
        TargetRestrictions restrictions = ability.getTargetRestrictions();
        if (restrictions.getZone().contains(ZoneType.Stack)) {
            for (SpellAbilityStackInstance each : run.game.getStack()) {
                SpellAbility on = each.getSpellAbility(true);
                if (on != ability && ability.canTargetSpellAbility(on)) found.add(on);
            }
        }
        if (restrictions.getZone().stream().anyMatch(each -> each != ZoneType.Stack) || found.isEmpty()) {
            for (GameEntity each : restrictions.getAllCandidates(ability, true)) {
                if (!(each instanceof Card card) || !card.isInZone(ZoneType.Stack)) found.add(each);
            }
        }
        found.removeIf(each -> ability.getTargets().contains(each));
        return found;
    }

    /** Chooses the targets of one part of a spell or ability. */
    boolean target(SpellAbility ability) {
        int least = ability.getMinTargets();
        int most = ability.getMaxTargets();
        boolean named = announcing() != null && announcing().has("targets");
        List<String> meant = named ? next(ability, least, most) : null;
        if (meant != null && meant.size() < least) return false;
        if (named || most > 1 && announcing() == null) {
            if (meant == null) meant = some(ability, least, most);
            for (String each : meant) {
                List<GameObject> options = candidates(ability);
                GameObject one = options.stream().filter(option -> each.equals(run.name(option))).findFirst().orElse(null);
                if (one == null) return false;
                ability.getTargets().add(one);
            }
        } else {
            List<GameObject> options = candidates(ability);
            if (options.size() < least) return false;
            seat.pick("target", ability.getHostCard(), options, least, most).forEach(each -> ability.getTargets().add(each));
        }
        return divided(ability) && ability.isTargetNumberValid();
    }

    private List<String> some(SpellAbility ability, int least, int most) {
        List<GameObject> options = candidates(ability);
        return options.size() < least ? List.of() : run.names(seat.pick("target", ability.getHostCard(), options, least, most));
    }

    /** The named targets that are meant for this part: a group of them, or as many as leave enough for the parts that follow. */
    private List<String> next(SpellAbility ability, int least, int most) {
        int later = 0;
        for (SpellAbility each = ability.getSubAbility(); each != null; each = each.getSubAbility()) {
            if (each.usesTargeting()) later += each.getMinTargets();
        }
        List<String> meant = new ArrayList<>();
        while (!targets.isEmpty() && meant.size() < most && (meant.isEmpty() || meant.size() < least || targets.size() > later)) {
            if (meant.isEmpty() && least == 0 && targets.size() <= later) break;
            meant.addAll(targets.remove(0));
        }
        return meant;
    }

    /** Chooses new targets for a spell that has some, for the same shares. */
    boolean newTargets(SpellAbility ability, List<Integer> shares) {
        int number = ability.getTargets().size();
        ability.clearTargets();
        List<GameObject> options = candidates(ability);
        List<GameObject> chosen = options.size() < number ? List.of() : seat.pick("target", ability.getHostCard(), options, number, number);
        for (GameObject each : chosen) {
            ability.getTargets().add(each);
            if (!shares.isEmpty()) ability.addDividedAllocation(each, shares.get(ability.getTargets().size() - 1));
        }
        return !chosen.isEmpty();
    }

    private boolean divided(SpellAbility ability) {
        if (!ability.isDividedAsYouChoose() || ability.getTargets().isEmpty()) return true;
        List<GameEntity> chosen = ability.getTargets().getTargetEntities();
        Map<String, Integer> told = announcing() == null ? Map.of() : announcing().numbers("divide");
        int amount = ability.getStillToDivide();
        if (chosen.size() == 1) {
            ability.addDividedAllocation(chosen.get(0), amount);
        } else if (told.isEmpty()) {
            for (int place = 0; place < chosen.size(); place++) {
                int later = chosen.size() - place - 1;
                List<String> options = IntStream.rangeClosed(later == 0 ? amount : 1, amount - later).mapToObj(String::valueOf).toList();
                int share = options.size() == 1 ? amount - later : Integer.parseInt(run.answers.one(seat.name(), "damage", run.name(chosen.get(place)), options));
                ability.addDividedAllocation(chosen.get(place), share);
                amount -= share;
            }
        } else {
            for (GameEntity each : chosen) {
                if (!told.containsKey(run.name(each))) return false; // each gets at least 1
                ability.addDividedAllocation(each, told.get(run.name(each)));
            }
        }
        return ability.getStillToDivide() == 0;
    }

    // --- mana and other costs -----------------------------------------------------------------------------------------

    boolean payable(Cost cost, SpellAbility ability) {
        for (CostPart part : CostAdjustment.adjust(cost, ability).getCostParts()) {
            if (!(part instanceof CostPartMana mana)) {
                if (!part.canPay(ability, player(), true)) return false;
            } else if (!rich() && !new Purse(player()).affords(new ManaCostBeingPaid(mana.getManaCostFor(ability)), ability)) {
                return false;
            }
        }
        return true;
    }

    boolean pay(Cost cost, SpellAbility ability) {
        return new CostPayment(cost, ability).payCost(new Paying(run, seat, player(), ability, true));
    }

    /** Whether the position does not tell the player's mana, who then has whatever a cost asks for. */
    private boolean rich() {
        return !run.told(player()).has("mana");
    }

    boolean pay(ManaCost cost, CostPartMana part, SpellAbility ability, boolean effect) {
        ManaCostBeingPaid left = new ManaCostBeingPaid(cost, part.getRestriction());
        Card card = ability.getHostCard();
        if (part.getAmountOfX() > 0 && !List.of("", "Count$xPaid").contains(card.getSVar("X"))) {
            ability.setXManaCostPaid(AbilityUtils.calculateAmount(card, "X", ability));
        }
        if (ability.getXManaCostPaid() != null) left.setXManaCostPaid(ability.getXManaCostPaid(), ability.getParam("XColor"));
        for (int time = 0; ability.isAnnouncing("Multikicker") && time < card.getKickerMagnitude(); time++) left.addManaCost(ability.getMultiKickerManaCost());
        for (int time = 0; ability.isAnnouncing("Pseudo-multikicker") && time < card.getPseudoKickerMagnitude(); time++) {
            left.addManaCost(ability.getMultiKickerManaCost());
        }
        if (!effect) CostAdjustment.adjust(left, ability, new CardCollection(), false);
        if (ability.getTappedForConvoke() != null) {
            ability.getTappedForConvoke().forEach(each -> {
                each.setTapped(false);
                each.tap(true);
            });
            ability.clearTappedForConvoke();
        }
        Map<String, Integer> named = announcing() == null ? Map.of() : announcing().numbers("pay");
        Purse purse = new Purse(player());
        if (!rich()) phyrexian(left, ability, effect);
        boolean paid = !named.isEmpty() ? purse.pay(left, ability, named) : rich() ? purse.payFreely(left, ability) : purse.pay(left, ability, null);
        if (paid) card.setXManaCostPaidByColor(left.getXManaCostPaidByColor());
        return paid;
    }

    /** Pays life for Phyrexian mana that the pool does not pay. */
    private void phyrexian(ManaCostBeingPaid left, SpellAbility ability, boolean effect) {
        while (left.containsPhyrexianMana() && !new Purse(player()).affords(new ManaCostBeingPaid(left), ability)
                && player().canPayLife(2, effect, ability) && left.payPhyrexian()) {
            player().payLife(2, ability, effect);
            ability.setSpendPhyrexianMana(true);
        }
    }

    Map<Card, ManaCostShard> convoke(ManaCost cost, CardCollectionView untapped) {
        List<String> named = announcing() == null ? List.of() : announcing().at("costs").texts("convoke");
        Map<Card, ManaCostShard> tapped = new HashMap<>();
        if (!named.isEmpty() && !Run.list(untapped).stream().map(run::name).toList().containsAll(named)) throw run.script.refuse(named + " cannot be tapped for it", false);
        for (Card each : named.isEmpty() ? List.<Card>of() : Run.meant(Run.list(untapped), named, run::name)) {
            ManaCostShard shard = ManaCostShard.GENERIC;
            for (ManaCostShard one : cost) {
                if (!tapped.containsValue(one) && one != ManaCostShard.GENERIC && (one.getColorMask() & each.getColor().getColor()) != 0) shard = one;
            }
            tapped.put(each, shard);
        }
        return tapped;
    }

    // --- combat damage ------------------------------------------------------------------------------------------------

    /** Damage by recipient; null stands for the player or permanent that is attacked. */
    Map<Card, Integer> divide(Card attacker, CardCollectionView blockers, int dealt, GameEntity defender) {
        Map<Card, Integer> made = new LinkedHashMap<>();
        Map<String, Integer> told = run.script.damage().remove(run.name(attacker));
        boolean trample = defender != null && attacker.hasKeyword(Keyword.TRAMPLE);
        if (told != null) {
            blockers.forEach(each -> made.put(each, told.getOrDefault(run.name(each), 0)));
            if (trample) made.put(null, told.getOrDefault(run.name(defender), 0));
            if (made.values().stream().mapToInt(each -> each).sum() != dealt) throw run.script.refusedDamage();
            return made;
        }
        int left = dealt;
        List<Card> all = Run.list(blockers);
        for (Card each : all) {
            boolean last = each == all.get(all.size() - 1) && !trample;
            int lethal = Math.min(left, Math.max(0, each.getLethalDamage()));
            List<String> options = IntStream.rangeClosed(all.size() > 1 ? 0 : lethal, left).mapToObj(String::valueOf).toList();
            int amount = last ? left : options.size() == 1 ? left : Integer.parseInt(run.answers.one(seat.name(), "damage", run.name(each), options));
            made.put(each, amount);
            left -= amount;
        }
        if (trample || all.isEmpty()) made.put(null, left);
        return made;
    }
}
