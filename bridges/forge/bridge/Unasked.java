package bridge;

import com.google.common.base.Predicate;
import com.google.common.collect.*;
import forge.LobbyPlayer;
import forge.card.*;
import forge.deck.*;
import forge.game.*;
import forge.game.card.*;
import forge.game.cost.*;
import forge.game.keyword.KeywordInterface;
import forge.game.mana.Mana;
import forge.game.player.*;
import forge.game.spellability.*;
import forge.game.zone.ZoneType;
import forge.item.PaperCard;
import java.util.*;
import kit.Answers;
import org.apache.commons.lang3.tuple.*;

/** What the engine asks its players that is nothing of a case, and what this bridge has no way for. */
abstract class Unasked extends PlayerController {
    final Run run;

    Unasked(Game game, Player player, LobbyPlayer lobby, Run run) {
        super(game, player, lobby);
        this.run = run;
    }

    /** Ends the run, since the bridge has no way for a question. */
    final Answers.Over lacks(String what) {
        return run.answers.unsupported("choice", what);
    }

    /** The same, by what the engine calls the question. What it would tell has no use here, and letters for names. */
    private Answers.Over lacks() {
        return lacks(StackWalker.getInstance().walk(frames -> frames.skip(1).findFirst().orElseThrow().getMethodName()));
    }

    @Override public Integer announceRequirements(SpellAbility a, String b) { throw lacks(); }
    @Override public CardCollectionView chooseCardsToDelve(int a, CardCollection b) { throw lacks(); }
    @Override public byte chooseColorAllowColorless(String a, Card b, ColorSet c) { throw lacks(); }
    @Override public String chooseCardName(SpellAbility a, List<ICardFace> b, String c) { throw lacks(); }
    @Override public String chooseProtectionType(String a, SpellAbility b, List<String> c) { throw lacks(); }
    @Override public Card chooseProtectionShield(GameEntity a, List<String> b, Map<String, Card> c) { throw lacks(); }
    @Override public ImmutablePair<CardCollection, CardCollection> arrangeForScry(CardCollection a) { throw lacks(); }
    @Override public ImmutablePair<CardCollection, CardCollection> arrangeForSurveil(CardCollection a) { throw lacks(); }
    @Override public boolean willPutCardOnTop(Card a) { throw lacks(); }
    @Override public Card chooseDungeon(Player a, List<PaperCard> b, String c) { throw lacks(); }
    @Override public Mana chooseManaFromPool(List<Mana> a) { throw lacks(); }
    @Override public List<Card> exertAttackers(List<Card> a) { throw lacks(); }
    @Override public void playSpellAbilityForFree(SpellAbility a, boolean b) { throw lacks(); }
    @Override public List<OptionalCostValue> chooseOptionalCosts(SpellAbility a, List<OptionalCostValue> b) { throw lacks(); }
    @Override public int chooseNumberForKeywordCost(SpellAbility a, Cost b, KeywordInterface c, String d,
            int e) { throw lacks(); }
    @Override public boolean payManaOptional(Card a, Cost b, SpellAbility c, String d, ManaPaymentPurpose e) { throw lacks(); }
    @Override public boolean confirmPayment(CostPart a, String b, SpellAbility c) { throw lacks(); }
    @Override public boolean confirmStaticApplication(Card a, GameEntity b, String c, String d) { throw lacks(); }
    @Override public CardCollectionView choosePermanentsToDestroy(SpellAbility a, int b, int c, CardCollectionView d,
            String e) { throw lacks(); }
    @Override public CardCollection chooseCardsForEffectMultiple(Map<String, CardCollection> a, SpellAbility b, String c,
            boolean d) { throw lacks(); }
    @Override public CardCollectionView chooseCardsToRevealFromHand(int a, int b, CardCollectionView c) { throw lacks(); }
    @Override public Map<Byte, Integer> specifyManaCombo(SpellAbility a, ColorSet b, int c, boolean d) { throw lacks(); }
    @Override public ICardFace chooseSingleCardFace(SpellAbility a, String b, Predicate<ICardFace> c, String d) { throw lacks(); }
    @Override public CardCollection orderBlocker(Card a, Card b, CardCollection c) { throw lacks(); }
    @Override public boolean confirmBidAction(SpellAbility a, PlayerActionConfirmMode b, String c, int d,
            Player e) { throw lacks(); }
    @Override public CardCollectionView chooseCardsToDiscardUnlessType(int a, CardCollectionView b, String c,
            SpellAbility d) { throw lacks(); }
    @Override public boolean chooseFlipResult(SpellAbility a, Player b, boolean[] c, boolean d) { throw lacks(); }
    @Override public boolean chooseCardsPile(SpellAbility a, CardCollectionView b, CardCollectionView c,
            String d) { throw lacks(); }
    @Override public Map<GameEntity, Integer> divideShield(Card a, Map<GameEntity, Integer> b, int c) { throw lacks(); }
    @Override public Object vote(SpellAbility a, String b, List<Object> c, ListMultimap<Object, Player> d,
            Player e) { throw lacks(); }

    @Override public CardCollection orderBlockers(Card a, CardCollection blockers) { return blockers; }
    @Override public CardCollection orderAttackers(Card a, CardCollection attackers) { return attackers; }
    @Override public List<Card> chooseCardsForSplice(SpellAbility a, List<Card> b) { return List.of(); }
    @Override public void reveal(CardCollectionView a, ZoneType b, Player c, String d) { }
    @Override public void reveal(List<CardView> a, ZoneType b, PlayerView c, String d) { }
    @Override public void notifyOfValue(SpellAbility a, GameObject b, String c) { }
    @Override public Player chooseStartingPlayer(boolean a) { return player; }
    @Override public List<PaperCard> sideboard(Deck a, GameType b, String c) { return null; }
    @Override public List<PaperCard> chooseCardsYouWonToAddToDeck(List<PaperCard> a) { return List.of(); }
    @Override public List<SpellAbility> chooseSaToActivateFromOpeningHand(List<SpellAbility> a) { return List.of(); }
    @Override public CardCollectionView getCardsToMulligan(Player a) { return null; }
    @Override public boolean mulliganKeepHand(Player a, int b) { return true; }
    @Override public CardCollectionView londonMulliganReturnCards(Player a, int b) { return CardCollection.EMPTY; }
    @Override public boolean confirmMulliganScry(Player a) { return false; }
    @Override public void revealAnte(String a, Multimap<Player, PaperCard> b) { }
    @Override public void revealAISkipCards(String a, Map<Player, Map<DeckSection, List<? extends PaperCard>>> b) { }
    @Override public void resetAtEndOfTurn() { }
    @Override public void awaitNextInput() { }
    @Override public void cancelAwaitNextInput() { }
}
