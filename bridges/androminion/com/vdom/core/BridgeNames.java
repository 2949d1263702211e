package com.vdom.core;

import com.vdom.api.Card;
import java.util.*;
import java.util.stream.*;

/** Cards by their printed English names; the engine runs the words of its own together. */
final class BridgeNames {
    private static final Map<String, String> IRREGULAR = Stream.of(("VirtualRuins=Ruins VirtualKnight=Knights WatchTower=Watchtower "
            + "StoneMason=Stonemason PoorHouse=Poor_House DevilsWorkshop=Devil's_Workshop KingsCourt=King's_Court "
            + "KingsCastle=King's_Castle FoolsGold=Fool's_Gold PhilosophersStone=Philosopher's_Stone FarmersMarket=Farmers'_Market "
            + "WorkersVillage=Worker's_Village JackofAllTrades=Jack_of_All_Trades BagofGold=Bag_of_Gold HornofPlenty=Horn_of_Plenty "
            + "IllGottenGains=Ill-Gotten_Gains WillOWisp=Will-o'-Wisp CandlestickMaker=Candlestick_Maker").split(" "))
            .map(pair -> pair.replace('_', ' ').split("=")).collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    static final Map<String, Card> CARDS = new TreeMap<>();

    static {
        Cards.cardNameToCard.values().forEach(card -> CARDS.put(printed(card), card));
        List.of(Cards.virtualRuins, Cards.virtualKnight).forEach(card -> CARDS.put(printed(card), card));
    }

    private BridgeNames() {
    }

    static String printed(Card card) {
        String spaced = card.getName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").replace(" Of ", " of ").replace(" The ", " the ").replace(" In ", " in ");
        return IRREGULAR.getOrDefault(card.getName(), spaced.matches("The [A-Z][a-z]+s Gift") ? spaced.replace("s Gift", "'s Gift") : spaced);
    }
}
